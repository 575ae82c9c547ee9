import { basename } from "node:path";
import { DEFAULT_BASE_URL, packageVersion, shown } from "../../provider/http";
import type { Secrets } from "./program";
import type { LeftOut } from "./reasons";
import type { Unread } from "./account";

/** The oldest versions that the provider works with, and a compiler that knows the program's settings. */
const PULUMI = "^3.216.0";
const TYPESCRIPT = "~5.9.0";
const NODE_TYPES = "^20.19.0";

/** The name of the Pulumi project, from that of its folder. The provider's own settings have the name `smartlock`. */
export function projectName(folder: string): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100);
  return name === "" || name.toLowerCase() === "smartlock" ? "my-locks" : name;
}

export interface ProjectParts {
  readonly project: string;
  readonly stack: string;
  readonly baseUrl: string;
  readonly secrets: Secrets;
  readonly leftOut: readonly LeftOut[];
  readonly unread: readonly Unread[];
}

/** The files around the program. */
export function projectFiles(parts: ProjectParts): ReadonlyMap<string, string> {
  const { project, stack } = parts;
  return new Map([
    ["Pulumi.yaml", pulumiYaml(project)],
    [`Pulumi.${stack}.yaml`, stackYaml(parts)],
    ["package.json", packageJson(project)],
    ["tsconfig.json", TSCONFIG],
    [
      ".gitignore",
      "node_modules/\n# It may hold codes, and nobody needs it after the import.\nimport.json\n",
    ],
    ["not-exported.md", notExported(parts)],
  ]);
}

function pulumiYaml(project: string): string {
  return [
    `name: ${quoted(project)}`,
    "description: Who may open which door",
    "runtime:",
    "  name: nodejs",
    "  options:",
    "    typescript: true",
    "",
  ].join("\n");
}

/** The secrets that somebody still has to set. A text in their place would be taken for the secret. */
function stackYaml({ project, baseUrl, secrets }: ProjectParts): string {
  const settings = ["smartlock:token", ...secrets.missing];
  const lines = settings.flatMap((key) => {
    const full = key.includes(":") ? key : `${project}:${key}`;
    return [`#   ${full}:`, `#     secure: (pulumi config set --secret ${key})`];
  });
  const config =
    baseUrl === DEFAULT_BASE_URL ? [] : ["config:", `  smartlock:baseUrl: ${JSON.stringify(baseUrl)}`];
  return ["# Secrets that are not set yet. Each has the command that sets it.", ...lines, ...config, ""].join(
    "\n",
  );
}

function packageJson(project: string): string {
  const manifest = {
    name: project.toLowerCase(),
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": PULUMI, "pulumi-smartlock": `^${packageVersion}` },
    devDependencies: { "@types/node": NODE_TYPES, typescript: TYPESCRIPT },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "node16",
    "moduleResolution": "node16",
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": ["index.ts"]
}
`;

/** A text that begins like a number or a word of YAML would be read as that. */
function quoted(text: string): string {
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** By reason, in the order of how many there are. */
export function byReason(leftOut: readonly LeftOut[]): [why: string, of: LeftOut[]][] {
  const groups = new Map<string, LeftOut[]>();
  leftOut.forEach((one) => groups.set(one.why, [...(groups.get(one.why) ?? []), one]));
  return [...groups].sort(([, left], [, right]) => right.length - left.length);
}

const MAX_LABEL = 400;

export function nameOf({ label, id }: LeftOut): string {
  return shown(`${label} (id ${id})`, MAX_LABEL);
}

function notExported({ leftOut, unread }: ProjectParts): string {
  const sections = byReason(leftOut).flatMap(([why, of]) => [
    "",
    `## ${asText(`${why}.`)}`,
    "",
    ...of.map((one) => `- ${asText(nameOf(one))}`),
  ]);
  const refused = unread.map(
    ({ what, scope }) => `- ${what}: a token with the scope \`${scope}\` can read them`,
  );
  return [
    "# Not in the program",
    "",
    leftOut.length + unread.length === 0
      ? "Everything that the account shows is in the program."
      : "These are in the account, and not in the program. Nothing manages them.",
    ...(refused.length === 0 ? [] : ["", "## The token may not read them", "", ...refused]),
    ...sections,
    "",
  ].join("\n");
}

/** A name may hold anything, and must not become a heading, a link or markup. */
function asText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}
