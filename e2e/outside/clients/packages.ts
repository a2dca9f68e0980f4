/**
 * The client packages as a developer gets them: built, packed, installed from the file into an empty project, and used on the
 * running venue.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { requestOf, Wallet } from "#lib/kernel/wallet.ts";
import { fundAccount } from "#scripts/dev/clients/app-trader.ts";
import { PYTHONS } from "#scripts/dev/clients/pythons.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const PATIENCE_MS = 120_000;

type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;

function runner({ log }: Outside, env: Record<string, string> = {}): Run {
  return (command, args, cwd) =>
    new Program(command, args, { cwd, env, log, patienceMs: PATIENCE_MS }).succeeds();
}

/** An account with a key and money, as variables of a program. */
async function account({ venue, sandbox }: Outside): Promise<Record<string, string>> {
  const seed = randomBytes(32);
  const wallet = new Wallet(seed);
  const made = await fetch(`${venue}/v1/keys`, requestOf(wallet.createKey("package", Date.now())));
  const { key } = (await made.json()) as { key: string };
  await fundAccount(sandbox, wallet.address, "1000");
  return { VENUE_URL: venue, VENUE_SEED: seed.toString("hex"), VENUE_KEY: key };
}

export async function runTypescriptPackage(outside: Outside): Promise<string> {
  const { folder } = outside;
  const run = runner(outside, await account(outside));
  const sources = join(folder, "sources");
  cpSync(join(ROOT, "clients", "typescript"), sources, { recursive: true });
  // The types of Node are the only thing that its build takes from the clone.
  const types = ["--typeRoots", join(ROOT, "node_modules", "@types")];
  await run(process.execPath, [TSC, "-p", "tsconfig.json", ...types], sources);
  await run("npm", ["pack", "--silent", "--pack-destination", folder], sources);
  const [packed] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  assert.ok(packed, "npm pack made no file");
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", join("..", packed)],
    project,
  );
  const installed = readdirSync(join(project, "node_modules", "svc-client"));
  assert.deepEqual(installed.toSorted(), ["CHANGELOG.md", "README.md", "dist", "package.json"]);
  assert.ok(
    !readdirSync(join(project, "node_modules", "svc-client", "dist")).some((name) =>
      name.includes(".test."),
    ),
  );
  writeFileSync(join(project, "use.ts"), TYPESCRIPT);
  const strict = ["--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  await run(process.execPath, [TSC, "--ignoreConfig", ...strict, ...types, "use.ts"], project);
  assert.match(
    await run(process.execPath, ["use.js"], project),
    /^OPEN CLOSED USER_CANCELED \d+\n$/,
  );
  return `${packed}, built, installed into an empty project and used`;
}

const TYPESCRIPT = `
import { type Order, Signer, VenueClient } from "svc-client/venue";
import { BotClient } from "svc-client/bot";
import { marketStream } from "svc-client/market-stream";
import { isSigned } from "svc-client/webhook-receiver";

const { VENUE_URL = "", VENUE_SEED = "", VENUE_KEY = "" } = process.env;
const signer = new Signer(Buffer.from(VENUE_SEED, "hex"));
const client = new VenueClient({ url: VENUE_URL, signer, apiKey: VENUE_KEY });
await client.syncClock();
const { results } = await client.read<{ results: { mark_price: string }[] }>("/v1/markets/stats?market=BTCUSDC");
const price = String(Math.floor(Number(results[0]?.mark_price) * 0.97));
const order: Order = await client.placeOrderOnce({
  market: "BTCUSDC", side: "BUY", size: "0.001", price, order_type: "LIMIT", time_in_force: "GTC", client_id: "package",
});
const canceled = await client.cancelByClientId("package");
const { reads } = await client.rateLimits();
console.log(order.status, canceled.status, canceled.cancel_reason, reads.limit);
if (typeof BotClient !== "function" || typeof marketStream !== "function" || typeof isSigned !== "function") process.exit(1);
`;

export async function runPythonPackage(outside: Outside): Promise<string> {
  const { folder } = outside;
  const run = runner(outside, {
    ...(await account(outside)),
    PYTHONDONTWRITEBYTECODE: "1",
    PIP_NO_INDEX: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  });
  const sources = join(folder, "sources");
  cpSync(join(ROOT, "clients", "python"), sources, { recursive: true });
  const project = join(folder, "project");
  const builder = await builderOf(run, folder);
  const how =
    builder === undefined
      ? "used from its folder, as no Python has pip, setuptools and wheel"
      : await installWheel(run, builder, { folder, sources, project });
  if (builder === undefined) {
    cpSync(join(sources, "svc_client"), join(project, "installed", "svc_client"), {
      recursive: true,
    });
  }
  writeFileSync(join(project, "use.py"), PYTHON);
  const used = await run(builder ?? "python3", ["use.py"], project);
  assert.match(used, /^OPEN CLOSED USER_CANCELED \d+\n$/);
  return how;
}

async function installWheel(
  run: Run,
  python: string,
  { folder, sources, project }: { folder: string; sources: string; project: string },
): Promise<string> {
  const wheels = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder];
  await run(python, ["-m", "pip", ...wheels, sources], folder);
  const [wheel] = readdirSync(folder).filter((name) => name.endsWith(".whl"));
  assert.ok(wheel, "pip made no wheel");
  const target = ["--quiet", "--no-deps", "--target", join(project, "installed")];
  await run(python, ["-m", "pip", "install", ...target, join(folder, wheel)], folder);
  assert.ok(existsSync(join(project, "installed", "svc_client", "py.typed")));
  const file = readFileSync(join(sources, "pyproject.toml"), "utf8");
  const [, version] = /^version = "(.+)"$/m.exec(file) ?? [];
  assert.ok(version !== undefined && wheel.includes(version), `${wheel} is not of ${version}`);
  return `${wheel}, built, installed into an empty folder and used`;
}

/** The first Python that can build a wheel: with pip, setuptools and wheel. */
async function builderOf(run: Run, folder: string): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const has = run(python, ["-c", "import setuptools, wheel, pip"], folder);
    if (
      await has.then(
        () => true,
        () => false,
      )
    )
      return python;
  }
  return undefined;
}

const PYTHON = `
import os, sys
sys.path.insert(0, "installed")
import svc_client
from svc_client import bot_client, market_stream, webhook_receiver
from svc_client.venue_client import Signer, VenueClient

assert svc_client.__file__.startswith(os.path.abspath("installed")), svc_client.__file__
client = VenueClient(os.environ["VENUE_URL"], Signer(bytes.fromhex(os.environ["VENUE_SEED"])), api_key=os.environ["VENUE_KEY"])
client.sync_clock()
mark = client.read("/v1/markets/stats?market=BTCUSDC")["results"][0]["mark_price"]
order = client.place_order_once({
    "market": "BTCUSDC", "side": "BUY", "size": "0.001", "price": str(int(float(mark) * 0.97)),
    "order_type": "LIMIT", "time_in_force": "GTC", "client_id": "package",
})
canceled = client.cancel_by_client_id("package")
print(order["status"], canceled["status"], canceled["cancel_reason"], client.rate_limits()["reads"]["limit"])
`;
