import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import promises, * as files from "node:fs/promises";
import os, { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Notes, openNotes } from "../../../provider/engine/journal/notes";

const source = "stack configuration smartlock:notes";
const digest = (digit: string): string => `${digit.repeat(64)}.json`;
const [door, gate] = [digest("d"), digest("e")];

describe("Notes", () => {
  let folder: string;
  let notes: Notes;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-notes-"));
    notes = openNotes({ path: folder, source });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are read as they were written, until they are removed", async () => {
    expect(await notes.read(door)).toBeUndefined();
    await notes.write(door, "Tür");
    await notes.write(gate, "first");
    await notes.write(gate, "other");
    expect(await notes.read(door)).toBe("Tür");
    await notes.remove(door);
    expect(await notes.read(door)).toBeUndefined();
    expect(await notes.read(gate)).toBe("other");
    await expect(notes.remove(door)).resolves.toBeUndefined();
    expect(readdirSync(folder)).toEqual([gate]);
  });

  it("are in a folder that is made when it is needed, for their owner only", async () => {
    const path = join(folder, "made when needed");
    const later = openNotes({ path, source });
    expect(await later.read(door)).toBeUndefined();
    await later.remove(door);
    expect(existsSync(path)).toBe(false);
    await later.write(door, "text");
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(later.where(door)).mode & 0o777).toBe(0o600);
    expect(later.where(door)).toBe(join(path, door));
  });

  /** Sees every flush of a file or folder before it happens, and may make it fail. */
  const seeFlushes = async (see: (isFolder: boolean) => void): Promise<() => void> => {
    const handle = await files.open(folder);
    const prototype = Object.getPrototypeOf(handle) as { sync: (this: files.FileHandle) => Promise<void> };
    await handle.close();
    const { sync } = prototype;
    const spy = jest.spyOn(prototype, "sync").mockImplementation(async function (this: files.FileHandle) {
      see((await this.stat()).isDirectory());
      await sync.call(this);
    });
    return () => spy.mockRestore();
  };

  it("are on the disk when they are written: the file before it gets its name, then the name", async () => {
    const steps: string[] = [];
    const stop = await seeFlushes((isFolder) => {
      steps.push(isFolder ? "folder" : existsSync(notes.where(door)) ? "named file" : "file");
    });
    await notes.write(door, "text");
    expect(steps.splice(0)).toEqual(["file", "folder"]);
    await openNotes({ path: join(folder, "new"), source }).write(gate, "text");
    stop();
    // The new folder is an entry in the folder above it.
    expect(steps).toEqual(["folder", "named file", "folder"]);
  });

  it("are not written where the disk does not keep them, and nothing half written stays", async () => {
    const stop = await seeFlushes(() => {
      throw new Error("EIO: i/o error, fsync");
    });
    await expect(notes.write(door, "text")).rejects.toThrow(
      `No note could be written to the folder ${folder} (${source}): EIO: i/o error, fsync. The request it is about was not sent: ` +
        "if this run died, the next one would not know of it. Create the folder and let this user write " +
        "to it, or name another one.",
    );
    stop();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["EINVAL", "ENOTSUP"])("do without flushing a folder where the disk cannot (%s)", async (code) => {
    const stop = await seeFlushes((isFolder) => {
      if (isFolder) {
        throw Object.assign(new Error(code), { code });
      }
    });
    await notes.write(door, "text");
    stop();
    expect(await notes.read(door)).toBe("text");
  });

  it("are not written where the disk fails over a folder in another way", async () => {
    const stop = await seeFlushes((isFolder) => {
      if (isFolder) {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      }
    });
    await expect(notes.write(door, "text")).rejects.toThrow(": EIO. The request it is about was not sent");
    stop();
  });

  it("leave no file open", async () => {
    const open = () => readdirSync("/dev/fd").length;
    await notes.write(door, "text");
    const before = open();
    for (let times = 0; times < 5; times += 1) {
      await notes.write(door, "text");
      await notes.read(door);
    }
    expect(open()).toBe(before);
  });

  describe("say which folder cannot be used, and where it was named:", () => {
    const refused = async (path: string, words: string): Promise<void> => {
      const there = openNotes({ path, source });
      for (const work of [there.read(door), there.write(door, "text"), there.remove(door)]) {
        await expect(work).rejects.toThrow(
          new Error(
            `The folder for notes, ${path} (${source}), cannot be used: ${words}, and must be a folder. No create was sent. ` +
              "Name a folder that this user may write to.",
          ),
        );
      }
    };

    it("a file", async () => {
      const file = join(folder, "a file");
      writeFileSync(file, "");
      await refused(file, "it is a file");
      const below = join(file, "notes");
      await refused(below, `it cannot be examined (ENOTDIR: not a directory, stat '${below}')`);
    });

    it.each([
      ["where the folder above is missing too", join("missing", "notes")],
      ["where it would be made in what is no place for folders", "/proc/notes"],
    ])("%s, at once", async (_words, name) => {
      const path = resolve(folder, name);
      await expect(openNotes({ path, source }).write(door, "text")).rejects.toThrow(
        `No note could be written to the folder ${path} (${source}): it is missing, and cannot be created in ${dirname(path)}. The request`,
      );
      expect(existsSync(path)).toBe(false);
    });
  });

  describe("that cannot be read are an error, and no absent ones:", () => {
    const refusal = (why: string): string =>
      `The note ${notes.where(door)} cannot be read: ${why}. A run that died may have left it, and what that run sent may still ` +
      "appear, so nothing was sent. Check in the app whether it is there; then remove the file and run again.";

    it("a folder in its place", async () => {
      mkdirSync(notes.where(door));
      await expect(notes.read(door)).rejects.toThrow(refusal("it is not a file"));
    });

    it("a link in its place, whatever it leads to", async () => {
      for (const target of ["note of somebody", "nothing"]) {
        writeFileSync(join(folder, "note of somebody"), '{"at":1}');
        symlinkSync(join(folder, target), notes.where(door));
        await expect(notes.read(door)).rejects.toThrow("cannot be read: ELOOP");
        rmSync(notes.where(door));
      }
    });

    it("a pipe in its place, for which nobody waits", async () => {
      execFileSync("mkfifo", [notes.where(door)]);
      await expect(notes.read(door)).rejects.toThrow(refusal("it is not a file"));
    });
  });

  it("take the place of a link, and leave alone what it leads to", async () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, "theirs");
    symlinkSync(victim, notes.where(door));
    await notes.write(door, "text");
    expect(readFileSync(victim, "utf8")).toBe("theirs");
    expect(lstatSync(notes.where(door)).isFile()).toBe(true);
    expect(await notes.read(door)).toBe("text");
  });

  it("that cannot be removed are named", async () => {
    mkdirSync(join(notes.where(door), "full"), { recursive: true });
    await expect(notes.remove(door)).rejects.toThrow(
      new RegExp(
        `^The note ${notes.where(door)} could not be removed: .*\\. It is no longer needed: remove it by hand, or a later run will wait for what it is about\\.$`,
      ),
    );
  });

  describe("that nobody came for in a month", () => {
    const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
    const aged = (name: string, ageMs: number): string => {
      const file = join(folder, name);
      if (!existsSync(file)) {
        writeFileSync(file, "");
      }
      const then = new Date(Date.now() - ageMs);
      utimesSync(file, then, then);
      return name;
    };

    it("go when another is written, and no younger ones", async () => {
      aged(digest("1"), MONTH_MS + 60_000);
      aged(`${digest("2")}.0123456789abcdef.draft`, MONTH_MS + 60_000);
      const kept = [aged(digest("3"), MONTH_MS - 60_000)];
      await notes.write(door, "text");
      expect(readdirSync(folder).sort()).toEqual([...kept, door].sort());
    });

    it("go alone: what is no note stays, and so does what a link leads to", async () => {
      const others = ["accounts.txt", `${digest("1")}.bak`, `x${digest("1")}`, digest("g")];
      others.forEach((name) => aged(name, 2 * MONTH_MS));
      aged("victim", 2 * MONTH_MS);
      symlinkSync(join(folder, "victim"), join(folder, digest("4")));
      const then = new Date(Date.now() - 2 * MONTH_MS);
      lutimesSync(join(folder, digest("4")), then, then);
      mkdirSync(join(folder, digest("5")));
      aged(digest("5"), 2 * MONTH_MS);
      const before = readdirSync(folder);
      await notes.write(door, "text");
      expect(readdirSync(folder).sort()).toEqual([...before, door].sort());
    });

    it("are told by the clock of the disk, not by that of a runner which is wrong", async () => {
      aged(digest("1"), 60_000);
      const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * MONTH_MS);
      await notes.write(door, "text");
      now.mockRestore();
      expect(readdirSync(folder).sort()).toEqual([digest("1"), door].sort());
    });
  });
});

describe("Notes of the machine", () => {
  const uid = process.geteuid?.() ?? 0;
  let temporary: string;
  let own: string;

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), "smartlock-notes-"));
    jest.spyOn(os, "tmpdir").mockReturnValue(temporary);
    own = join(temporary, `pulumi-smartlock-notes-${uid}`);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(temporary, { recursive: true, force: true });
  });

  const refused = async (flaw: string): Promise<void> => {
    const text =
      `The folder for notes, ${own}, is not used: ${flaw}. Somebody else may have created it. No create was sent. Remove it, or ` +
      "set smartlock:notes to a folder of your own.";
    const notes = openNotes();
    await expect(notes.write(door, "text")).rejects.toThrow(new Error(text));
    await expect(notes.read(door)).rejects.toThrow(new Error(text));
    await expect(notes.remove(door)).rejects.toThrow(new Error(text));
  };

  it("are in a folder of this user's among the temporary files", async () => {
    expect(await openNotes().read(door)).toBeUndefined();
    expect(readdirSync(temporary)).toEqual([]);
    await openNotes().write(door, "text");
    expect(readFileSync(join(own, door), "utf8")).toBe("text");
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(await openNotes().read(door)).toBe("text");
  });

  it.each([0o720, 0o702, 0o777])("are refused where others may write (%d)", async (mode) => {
    mkdirSync(own);
    chmodSync(own, mode);
    await refused(`others may write to it (mode ${mode.toString(8)})`);
    expect(readdirSync(own)).toEqual([]);
  });

  it("are taken where others may only look", async () => {
    mkdirSync(own);
    chmodSync(own, 0o755);
    await openNotes().write(door, "text");
    expect(await openNotes().read(door)).toBe("text");
  });

  it.each(["a folder of ours", "nothing"])("are refused where a link leads to %s", async (target) => {
    mkdirSync(join(temporary, "a folder of ours"), { mode: 0o700 });
    symlinkSync(join(temporary, target), own);
    await refused("it is a link");
    expect(readdirSync(join(temporary, "a folder of ours"))).toEqual([]);
  });

  it("are refused where a file has that name", async () => {
    writeFileSync(own, "theirs");
    await refused("it is not a folder");
    expect(readFileSync(own, "utf8")).toBe("theirs");
  });

  it("are refused where the folder belongs to another user", async () => {
    jest.spyOn(process, "geteuid").mockReturnValue(uid + 1);
    own = join(temporary, `pulumi-smartlock-notes-${uid + 1}`);
    mkdirSync(own, { mode: 0o700 });
    await refused(`it belongs to another user (uid ${uid}, this is ${uid + 1})`);
  });

  const forAll = (): void => {
    mkdirSync(own);
    chmodSync(own, 0o777);
  };
  const link = (): void => symlinkSync(mkdtempSync(join(temporary, "theirs-")), own);

  it.each<[string, () => void, string]>([
    ["a folder for all", forAll, "others may write to it (mode 777)"],
    ["a link", link, "it is a link"],
  ])("are refused where somebody was faster to make %s", async (_words, make, flaw) => {
    const { mkdir } = promises;
    jest.spyOn(promises, "mkdir").mockImplementation((path, options) => {
      make();
      return mkdir(path, options);
    });
    await expect(openNotes().write(door, "text")).rejects.toThrow(`${own}, is not used: ${flaw}`);
    expect(readdirSync(own)).toEqual([]);
  });

  it("are in a folder without a number, of which nobody is asked, where users have none", async () => {
    jest.spyOn(process, "geteuid").mockReturnValue(undefined as never);
    own = join(temporary, "pulumi-smartlock-notes");
    mkdirSync(own);
    chmodSync(own, 0o777);
    await openNotes().write(door, "text");
    expect(readFileSync(join(own, door), "utf8")).toBe("text");
  });

  it("say what to do where none can be written", async () => {
    jest.spyOn(promises, "mkdir").mockRejectedValue(new TypeError("Error: no room"));
    await expect(openNotes().write(door, "text")).rejects.toThrow(
      `to the folder ${own}: TypeError: Error: no room. The request it is about was not sent: if this run died, the next one would ` +
        "not know of it. Set smartlock:notes to a folder that this user may write to.",
    );
  });

  it("are refused where nobody can look", async () => {
    writeFileSync(join(temporary, "file"), "");
    jest.spyOn(os, "tmpdir").mockReturnValue(join(temporary, "file"));
    await expect(openNotes().write(door, "text")).rejects.toThrow(
      /is not used: it cannot be examined \(ENOTDIR/,
    );
  });
});
