import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundlePrograms } from "./bundle.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "bundle-")));
  write("package.json", '{ "type": "module", "imports": { "#lib/*": "./lib/*" } }');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function bundled(program: string): Promise<string> {
  const path = (await bundlePrograms(root, [program])).get(program);
  if (path === undefined) throw new Error(`${program} was not bundled`);
  return path;
}

const run = (path: string): string => execFileSync(process.execPath, [path], { encoding: "utf8" });

test("a program runs from one file, and is bundled again only when one of its sources changed", async () => {
  write("lib/part.ts", 'import "server-only";\nexport const part: string = "first";\n');
  write("app/main.ts", 'import { part } from "#lib/part.ts";\nconsole.log(part);\n');
  const first = await bundled("app/main.ts");
  expect(run(first)).toBe("first\n");
  write("lib/other.ts", "export {};\n");
  expect(await bundled("app/main.ts")).toBe(first);
  write("lib/part.ts", 'export const part: string = "second";\n');
  const second = await bundled("app/main.ts");
  expect(second).not.toBe(first);
  expect(run(second)).toBe("second\n");
  // A process that runs from the older bundle may still load a part of it.
  expect(run(first)).toBe("first\n");
});

test("code finds files beside its source, and starts threads from bundles", async () => {
  write("app/data.txt", "beside");
  write("lib/word.ts", 'export const word: string = "thread";\n');
  write(
    "app/worker.ts",
    'import { parentPort } from "node:worker_threads";\nimport { word } from "#lib/word.ts";\nparentPort?.postMessage([word, import.meta.filename.endsWith(".mjs")]);\n',
  );
  write(
    "app/main.ts",
    `import { readFileSync } from "node:fs";
    import { Worker } from "node:worker_threads";
    console.log(readFileSync(new URL("data.txt", import.meta.url), "utf8"), import.meta.dirname);
    new Worker(new URL("./worker.ts", import.meta.url)).on("message", (said) => console.log(...said));`,
  );
  expect(run(await bundled("app/main.ts"))).toBe(`beside ${join(root, "app")}\nthread true\n`);
});

test("the modules of all routes are in the bundle, and a new route makes another one", async () => {
  write("lib/server/route-modules.ts", "export const loadRouteModules = async () => [];\n");
  write(
    "server.ts",
    `import { loadRouteModules } from "#lib/server/route-modules.ts";
    for (const [file, { GET }] of await loadRouteModules()) console.log(file, GET());`,
  );
  write("app/api/one/route.ts", 'export const GET = (): string => "one";\n');
  const first = await bundled("server.ts");
  expect(run(first)).toBe("api/one/route.ts one\n");
  write("app/api/two/[id]/route.ts", 'export const GET = (): string => "two";\n');
  const second = await bundled("server.ts");
  expect(run(second)).toBe("api/one/route.ts one\napi/two/[id]/route.ts two\n");
});

test("a program that does not compile is refused by name", async () => {
  write("app/main.ts", "const = 1;\n");
  await expect(bundlePrograms(root, ["app/main.ts"])).rejects.toThrow(/app\/main\.ts/);
});
