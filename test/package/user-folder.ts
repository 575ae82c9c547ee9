import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { packageFolder } from "../pulumi/from-setup";

const modules = resolve(__dirname, "../../node_modules");

export function tarball(): string {
  const [name = ""] = readdirSync(packageFolder()).filter((file) => file.endsWith(".tgz"));
  return join(packageFolder(), name);
}

/** A folder where a user has installed the packed package, and the types of some version of Node. */
export class UserFolder {
  readonly path = mkdtempSync(join(tmpdir(), "smartlock-user-"));

  constructor(typesOfNode: string) {
    this.#link("pulumi-smartlock", join(packageFolder(), "node_modules", "pulumi-smartlock"));
    this.#link("@pulumi", join(modules, "@pulumi"));
    this.#link("@types/node", join(modules, typesOfNode));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.path, file), text);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #link(name: string, target: string): void {
    const place = join(this.path, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place);
  }
}
