/**
 * Programs of this project as bundles. A bundle holds the project's own code, whose hundreds of files Node would otherwise read and
 * strip of their types at every start; packages are loaded as they are. A bundle is made again when one of its sources changed.
 */
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
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { isRouteFile } from "#lib/server/route-table.ts";

const ROUTE_MODULES = "lib/server/route-modules.ts";
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

async function writeBundles(
  root: string,
  names: ReadonlyMap<string, string>,
  dir: string,
): Promise<string[]> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries([...names].map(([name, program]) => [name, resolve(root, program)])),
    platform: "node",
    external: (id) => /^[^.#/\0]/.test(id) && id !== "server-only" && !/^[A-Z]:/i.test(id),
    plugins: [asServer, withRoutes(root), atItsSource],
  });
  try {
    const { output } = await build.write({
      dir,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      sourcemap: true,
    });
    const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const files = modules.filter((id) => id.startsWith(root) && existsSync(id));
    return [...new Set(files.map((file) => relative(root, file)))].toSorted();
  } finally {
    await build.close();
  }
}

/** The package refuses to be loaded outside of a server; a bundle of ours is the server. */
const asServer: Plugin = {
  name: "as-server",
  resolveId: (id) => (id === "server-only" ? { id: "\0server-only" } : undefined),
  load: (id) => (id === "\0server-only" ? "" : undefined),
};

/** The modules of all routes as imports, in place of the file that finds them in the folder `app`. */
function withRoutes(root: string): Plugin {
  const finder = join(root, ROUTE_MODULES);
  return {
    name: "with-routes",
    load: (id) => {
      if (id !== finder) return undefined;
      const files = routeFiles(root);
      const imports = files.map(
        (file, index) =>
          `import * as route${index} from ${JSON.stringify(join(root, "app", file))};`,
      );
      const pairs = files.map((file, index) => `[${JSON.stringify(file)}, route${index}]`);
      return [...imports, `export const loadRouteModules = async () => [${pairs.join(",")}];`].join(
        "\n",
      );
    },
  };
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

/** Code that looks for files beside itself finds them beside its source; a program for a thread becomes a bundle as well. */
const atItsSource: Plugin = {
  name: "at-its-source",
  transform(code, id) {
    if (!id.endsWith(".ts") || !code.includes("import.meta.")) return undefined;
    const withPrograms = code.replace(
      /new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url\s*,?\s*\)/g,
      (_, path: string) => {
        const reference = this.emitFile({ type: "chunk", id: resolve(dirname(id), path) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      },
    );
    const moved = withPrograms
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)));
    // Lines stay where they are, which is all that a stack trace or a coverage report needs.
    return { code: moved, map: null };
  },
};

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
