/**
 * Programs of this project as bundles. A bundle holds the project's own code, whose hundreds of files Node would otherwise read and
 * strip of their types at every start; packages are loaded as they are, but for drizzle. A bundle is made again when one of its sources changed.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRouteFile } from "#lib/server/route-table.ts";
import type { BundleTask } from "./write-bundles.ts";

const run = promisify(execFile);

const WRITER = join(import.meta.dirname, "write-bundles.ts");
/** A process may still load parts of an older bundle. */
const KEPT_FOLDERS = 5;

/** Paths of sources, relative to the root, and the folder of the bundles that were made of them. */
type MadeOf = { inputs: string[]; folder: string };

/** Path of the bundle by program. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * @param programs paths relative to `root`
 * @throws Error when a program does not compile, or when the bundler has no build for this machine
 */
export async function bundlePrograms(root: string, programs: readonly string[]): Promise<Bundles> {
  const cache = join(root, "node_modules", ".cache", "programs");
  const names = new Map(programs.map((program) => [nameOf(program), program]));
  const recordPath = join(cache, `${hashOf([...names.keys()])}.json`);
  const known = readRecord(recordPath);
  const bundles = (folder: string): Bundles =>
    new Map([...names].map(([name, program]) => [program, join(cache, folder, `${name}.mjs`)]));
  if (known !== undefined && isFresh(root, cache, known)) return bundles(known.folder);

  const unfinished = join(cache, `unfinished-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  const inputs = await writeBundles(root, names, unfinished);
  const folder = folderOf(root, inputs);
  if (existsSync(join(cache, folder))) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, join(cache, folder));
  writeFileSync(recordPath, JSON.stringify({ inputs, folder } satisfies MadeOf));
  removeOldFolders(cache);
  return bundles(folder);
}

/** In a process of its own, because the bundler keeps hundreds of megabytes. @returns the sources that are in the bundles */
async function writeBundles(
  root: string,
  names: ReadonlyMap<string, string>,
  dir: string,
): Promise<string[]> {
  const task: BundleTask = {
    root,
    dir,
    programs: Object.fromEntries(names),
    routes: routeFiles(root),
  };
  try {
    const { stdout } = await run(process.execPath, [WRITER, JSON.stringify(task)]);
    return JSON.parse(stdout) as string[];
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw said ? new Error(said, { cause: error }) : error;
  }
}

/** Paths below the folder `app`, with forward slashes. */
function routeFiles(root: string): string[] {
  const app = join(root, "app");
  if (!existsSync(app)) return [];
  return readdirSync(app, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(isRouteFile)
    .toSorted();
}

function isFresh(root: string, cache: string, { inputs, folder }: MadeOf): boolean {
  try {
    return existsSync(join(cache, folder)) && folderOf(root, inputs) === folder;
  } catch {
    // A source was removed.
    return false;
  }
}

/** Names the content of all sources, and what else decides about the bundles. */
function folderOf(root: string, inputs: readonly string[]): string {
  const lock = join(root, "package-lock.json");
  return hashOf([
    process.version,
    readFileSync(import.meta.filename, "utf8"),
    readFileSync(WRITER, "utf8"),
    existsSync(lock) ? readFileSync(lock, "utf8") : "",
    ...routeFiles(root),
    ...inputs.flatMap((path) => [path, readFileSync(join(root, path), "utf8")]),
  ]);
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length} ${part}`);
  return hash.digest("hex").slice(0, 16);
}

function nameOf(program: string): string {
  return program.replace(/\.ts$/, "").replaceAll("/", "-");
}

function readRecord(path: string): MadeOf | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as MadeOf;
  } catch {
    return undefined;
  }
}

function removeOldFolders(cache: string): void {
  const folders = readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("unfinished"))
    .map(({ name }) => ({ path: join(cache, name), at: statSync(join(cache, name)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at);
  for (const { path } of folders.slice(KEPT_FOLDERS)) rmSync(path, { recursive: true });
}
