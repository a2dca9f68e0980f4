/**
 * Linters and generators of others read the OpenAPI documents of the running service: none reports an error, what they generate
 * has no type error, and a generated client reads the markets.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Outside, PROGRAMS } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";

const bin = (path: string): string => fileURLToPath(new URL(path, PROGRAMS));
const REDOCLY = bin("@redocly/cli/bin/cli.js");
const SPECTRAL = bin("@stoplight/spectral-cli/dist/index.js");
const TYPES = bin("openapi-typescript/bin/cli.js");
const HEY_API = bin("@hey-api/openapi-ts/bin/run.js");
const TSC = bin("typescript/bin/tsc");

/** The largest document takes some tools half a minute beside other work. */
const PATIENCE_MS = 240_000;
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
/** Generated code is checked as strictly as by its own authors. */
const STRICT = ["--strict", "--skipLibCheck", "--target", "es2022"];

export async function runOpenapiTools(outside: Outside): Promise<string> {
  const { app, venue, folder, log } = outside;
  const documents = {
    app: `${app}/api/v1/openapi.json`,
    operator: `${app}/api/operator/v1/openapi.json`,
    venue: `${venue}/v1/openapi.json`,
    "venue-operator": `${venue}/v1/operator/openapi.json`,
  };
  writeFileSync(join(folder, "spectral.yaml"), 'extends: ["spectral:oas"]\n');
  const node = (...args: string[]) =>
    new Program(process.execPath, args, { cwd: folder, env: QUIET, log, patienceMs: PATIENCE_MS })
      .succeeds()
      .catch((error: unknown) => {
        throw new Error(`${args.slice(0, 2).join(" ")} fails`, { cause: error });
      });
  for (const [name, address] of Object.entries(documents)) {
    const file = `${name}.json`;
    writeFileSync(join(folder, file), await (await fetch(address)).text());
    await node(REDOCLY, "lint", file, "--extends=recommended", "--format=stylish");
    await node(SPECTRAL, "lint", file, "--ruleset", "spectral.yaml", "--fail-severity", "warn");
    await node(TYPES, file, "--output", `${name}.d.ts`);
    await node(HEY_API, "--input", file, "--output", name, "--silent");
    const inputs = [`${name}.d.ts`, join(name, "index.ts")];
    const modules = ["--module", "commonjs", "--moduleResolution", "node10"];
    const libraries = ["--lib", "es2023,dom,dom.iterable,dom.asynciterable"];
    await node(TSC, ...STRICT, ...modules, ...libraries, "--outDir", `${name}-built`, ...inputs);
  }
  mkdirSync(join(folder, "caller"));
  writeFileSync(join(folder, "caller", "read.cjs"), CALLER);
  const read = await node(join("caller", "read.cjs"), venue);
  const { symbols, seq } = JSON.parse(read) as { symbols: string[]; seq: unknown };
  assert.ok(symbols.includes("BTCUSDC"), `the generated client reads ${read}`);
  assert.equal(typeof seq, "number");
  return `${Object.keys(documents).length} documents, 2 linters, 2 generators, a generated client`;
}

/** What a developer writes with the generated client. */
const CALLER = `
const { listMarkets, getOrderBook } = require("../venue-built/sdk.gen.js");
const { client } = require("../venue-built/client.gen.js");
client.setConfig({ baseUrl: process.argv[2] });
(async () => {
  const markets = await listMarkets({ throwOnError: true });
  const book = await getOrderBook({ path: { symbol: "BTCUSDC" }, query: { depth: 5 }, throwOnError: true });
  console.log(JSON.stringify({ symbols: markets.data.map((one) => one.symbol), seq: book.data.seq_no }));
})();
`;
