import { access, constants, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { cacheFolder } from "../../scripts/pulumi-cli/cache.mjs";
import { PlainError, say } from "../../scripts/report.mjs";
import { capture } from "../../scripts/run.mjs";
import { goBuild, OPENTOFU, RESTAPI } from "./go-build.mjs";

/** @typedef {import("./go-build.mjs").GoProgram} GoProgram */

/**
 * @typedef {object} Peer
 * @property {string} terraform path of Terraform or OpenTofu
 * @property {string} version with the name of the program
 * @property {string} restapi path of the provider
 * @property {string} restapiVersion
 */

/** Terraform or OpenTofu, and the generic REST provider. Built programs stay in the cache of the Pulumi CLI. */
export async function getPeer() {
  const terraform =
    (await findOnPath("terraform")) ?? (await findOnPath("tofu")) ?? (await cachedOrBuilt(OPENTOFU));
  const restapi = await cachedOrBuilt(RESTAPI);
  const version = await versionOf(terraform);
  say(`${version}: ${terraform}`);
  say(`restapi provider ${RESTAPI.version}: ${restapi}`);
  return { terraform, version, restapi, restapiVersion: RESTAPI.version };
}

/** @param {string} name */
async function findOnPath(name) {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const file = join(folder, name);
    if (folder !== "" && (await isProgram(file))) {
      return file;
    }
  }
  return undefined;
}

/** @param {GoProgram} program */
async function cachedOrBuilt(program) {
  const cache = cacheFolder(process.env);
  const finished = join(cache, `${program.file}-${program.version}-${process.platform}-${process.arch}`);
  const file = join(finished, program.file);
  if (await isProgram(file)) {
    return file;
  }
  await mkdir(cache, { recursive: true });
  // Built in a temporary folder and renamed in one step, so that a build that dies leaves nothing that looks finished.
  const unfinished = await mkdtemp(join(cache, "unfinished-"));
  try {
    await goBuild(program, join(unfinished, program.file));
    await rename(unfinished, finished).catch(async (/** @type {unknown} */ error) => {
      // Another run may have finished in the meantime. If its result works, keep it.
      if (!(await isProgram(file))) {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return file;
}

/** @param {string} terraform */
async function versionOf(terraform) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TF_")));
  const said = await capture(terraform, ["version"], { env, limit: 30_000 });
  const line = /^(Terraform|OpenTofu) v\S+/m.exec(said)?.[0];
  if (line === undefined) {
    throw new PlainError(`${terraform} does not say which version it is: ${said.trim()}`);
  }
  return line;
}

/** @param {string} file */
function isProgram(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
