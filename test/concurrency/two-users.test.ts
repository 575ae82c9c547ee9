import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { alice, describeWithTwoUsers, mallory, SharedMachine } from "./two-users";

const note = `${"d".repeat(64)}.json`;

describeWithTwoUsers("two users of one machine", () => {
  let machine: SharedMachine;
  let ofAlice: string;

  beforeEach(() => {
    machine = new SharedMachine();
    ofAlice = join(machine.temporary, `pulumi-smartlock-notes-${alice}`);
  });
  afterEach(() => machine.remove());

  const write = `await openNotes().write("${note}", "text");`;
  const read = `return openNotes().read("${note}");`;
  const refusal = (flaw: string): string =>
    `Error: The folder for notes, ${ofAlice}, is not used: ${flaw}. Somebody else may have created it. No create was sent. Remove it, ` +
    "or set smartlock:notes to a folder of your own.";

  it("have notes of their own, which the other cannot read", () => {
    expect([machine.run(alice, write), machine.run(mallory, write)]).toEqual([null, null]);
    expect([machine.run(alice, read), machine.run(mallory, read)]).toEqual(["text", "text"]);
    expect(readdirSync(machine.temporary).sort()).toEqual([
      `pulumi-smartlock-notes-${alice}`,
      `pulumi-smartlock-notes-${mallory}`,
    ]);
    const { uid, mode } = lstatSync(ofAlice);
    expect({ uid, mode: mode & 0o777 }).toEqual({ uid: alice, mode: 0o700 });
    const spying = `return fs.readFileSync(${JSON.stringify(join(ofAlice, note))}, "utf8");`;
    expect(machine.run(mallory, spying)).toContain("EACCES");
  });

  it("cannot make a folder for the other: it is refused in words, and nothing is put there", () => {
    for (const mode of ["0o700", "0o777"]) {
      machine.run(mallory, `fs.mkdirSync("${ofAlice}"); fs.chmodSync("${ofAlice}", ${mode});`);
      const words = refusal(`it belongs to another user (uid ${mallory}, this is ${alice})`);
      expect([machine.run(alice, write), machine.run(alice, read)]).toEqual([words, words]);
      expect(readdirSync(ofAlice)).toEqual([]);
      machine.run(mallory, `fs.rmdirSync("${ofAlice}");`);
    }
  });

  it("cannot lead the other's notes elsewhere by a link in place of the folder", () => {
    const diary = join(machine.temporary, "diary");
    machine.run(alice, `fs.mkdirSync("${diary}"); fs.writeFileSync("${join(diary, note)}", "mine");`);
    machine.run(mallory, `fs.symlinkSync("${diary}", "${ofAlice}");`);
    expect([machine.run(alice, write), machine.run(alice, read)]).toEqual([
      refusal("it is a link"),
      refusal("it is a link"),
    ]);
    expect(readFileSync(join(diary, note), "utf8")).toBe("mine");
  });

  it("cannot get a file of the other overwritten by a link under the name of a note in a folder that they share", () => {
    const shared = join(machine.temporary, "shared");
    const diary = join(machine.temporary, "diary");
    machine.run(alice, `fs.writeFileSync("${diary}", "mine");`);
    // Without the sticky bit, because with it some systems do not follow links of other users.
    machine.run(mallory, `fs.mkdirSync("${shared}"); fs.chmodSync("${shared}", 0o777);`);
    machine.run(mallory, `fs.symlinkSync("${diary}", "${join(shared, note)}");`);
    const chosen = `openNotes({ path: "${shared}", source: "a test" })`;
    expect(machine.run(alice, `return ${chosen}.read("${note}");`)).toContain("cannot be read: ELOOP");
    expect(machine.run(alice, `await ${chosen}.write("${note}", "text");`)).toBeNull();
    expect(readFileSync(diary, "utf8")).toBe("mine");
    expect(machine.run(alice, `return ${chosen}.read("${note}");`)).toBe("text");
  });

  it("are told where they may not write or read in a folder that was chosen", () => {
    const path = join(machine.temporary, "of mallory");
    machine.run(mallory, `fs.mkdirSync("${path}"); fs.chmodSync("${path}", 0o755);`);
    const chosen = `openNotes({ path: "${path}", source: "environment variable SMARTLOCK_NOTES" })`;
    expect(machine.run(alice, `await ${chosen}.write("${note}", "text");`)).toMatch(
      new RegExp(
        `^Error: No note could be written to the folder ${path} \\(environment variable SMARTLOCK_NOTES\\): EACCES: .*` +
          "\\. The request it is about was not sent: .* Create the folder and let this user write to it, or name another one\\.$",
      ),
    );
    machine.run(mallory, `await ${chosen}.write("${note}", "text");`);
    expect(machine.run(alice, `return ${chosen}.read("${note}");`)).toContain(
      `The note ${join(path, note)} cannot be read: EACCES`,
    );
    expect(machine.run(alice, `await ${chosen}.remove("${note}");`)).toContain(
      "could not be removed: EACCES",
    );
    expect(machine.run(mallory, `return ${chosen}.read("${note}");`)).toBe("text");
  });
});
