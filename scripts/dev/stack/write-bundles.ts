/**
 * Writes the bundles of some programs, and prints which sources are in them as JSON. Its one argument is a `BundleTask` as
 * JSON. It ends with 1 and the reason when a program does not compile, or when the bundler has no build for this machine.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";

export type BundleTask = {
  root: string;
  /** Where the bundles go. */
  dir: string;
  /** Paths of programs from the root, by the name of their bundle. */
  programs: Record<string, string>;
  /** Route modules, as paths below the folder `app`. */
  routes: readonly string[];
};

/**
 * The package of drizzle lists 130 KB of exports, which Node parses again for each of its three hundred modules: half of the app's
 * loading. The marker of the next one refuses to be loaded outside of a server; a bundle of ours is the server.
 */
const BUNDLED = /^(drizzle-orm|server-only)\b/;

/** Finds the route modules in the folder `app`. */
const ROUTE_MODULES = join("lib", "server", "route-modules.ts");

async function writeBundles({ root, dir, programs, routes }: BundleTask): Promise<string[]> {
  const entries = Object.entries(programs);
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map(([name, program]) => [name, resolve(root, program)])),
    platform: "node",
    external: (id) => /^[^.#/\0]/.test(id) && !BUNDLED.test(id) && !/^[A-Z]:/i.test(id),
    plugins: [asServer, withRoutes(root, routes), atItsSource],
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
    const isOwn = (id: string) => id.startsWith(root) && !id.includes("node_modules");
    const files = modules.filter((id) => isOwn(id) && existsSync(id));
    return [...new Set(files.map((file) => relative(root, file)))].toSorted();
  } finally {
    await build.close();
  }
}

const asServer: Plugin = {
  name: "as-server",
  resolveId: (id) => (id === "server-only" ? { id: "\0server-only" } : undefined),
  load: (id) => (id === "\0server-only" ? "" : undefined),
};

/** The modules of all routes as imports, in place of the file that finds them in the folder `app`. */
function withRoutes(root: string, files: readonly string[]): Plugin {
  const finder = join(root, ROUTE_MODULES);
  return {
    name: "with-routes",
    load: (id) => {
      if (id !== finder) return undefined;
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

try {
  const task = JSON.parse(process.argv[2] ?? "") as BundleTask;
  process.stdout.write(JSON.stringify(await writeBundles(task)));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
