import { readFileSync } from "node:fs";
import { join } from "node:path";

const commands = ["preview", "refresh", "up"] as const;
export type GuideCommand = (typeof commands)[number];

/** The commands that the guide asks for after the new version is installed, in its order. */
export function guideCommands(): GuideCommand[] {
  const guide = readFileSync(join(__dirname, "../../docs/guides/upgrading.md"), "utf8");
  const [, steps = ""] = /^3\. Install([^]*?)\n\n/m.exec(guide) ?? [];
  const asked = [...steps.matchAll(/\bRun `pulumi (\w+)/g)].map(([, command]) => command);
  return asked.map((command) => {
    const known = commands.find((one) => one === command);
    if (known === undefined) {
      throw new Error(`The guide asks for an unknown command: ${command ?? ""}`);
    }
    return known;
  });
}
