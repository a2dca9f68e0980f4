/**
 * `npm run check:versions -- REF`: builds an older version in a folder of its own, runs it and this one on one database behind the
 * front of a cluster, and takes journeys through both.
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEndpoints } from "#scripts/dev/data-dir.ts";
import { root } from "#scripts/dev/root.ts";
import { buildIfStale } from "#scripts/dev/stack/build.ts";
import { startCluster } from "#scripts/trials/cluster/cluster.ts";

const JOURNEYS = ["trader/trade.e2e.ts", "integrator/consent.e2e.ts", "partner/partner.e2e.ts"];
/** As in the tests' own stack: fast blocks, no events by themselves, many accounts. */
const SETTINGS = {
  CHAIN_SLOT_MS: "50",
  CHAIN_TEST_HOOKS: "true",
  VENUE_ACCOUNT_LIMIT: "1000",
  SANDBOX_STORY: "off",
  WEBHOOK_SCHEDULE_DIVISOR: "5000",
};
const PORTS = ["PORT", "VENUE_PORT", "SANDBOX_PORT", "SANDBOX_SMTP_PORT", "ORACLE_PORT"];
const CHAIN_PORTS = ["CHAIN_PORT", "DESTINATION_CHAIN_PORT", "CUSTODY_PORT", "VAULT_SIGNER_PORT"];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...given: string[]): string =>
  execFileSync("git", given, { cwd: root, encoding: "utf8" }).trim();

/** A checkout of that version with its build. Packages are linked, so both must have the same lock. */
async function buildVersion(ref: string, signal: AbortSignal): Promise<string> {
  const commit = git("rev-parse", "--verify", `${ref}^{commit}`);
  const folder = join(root, ".cache", "versions", commit);
  if (!existsSync(folder)) git("worktree", "add", "--detach", folder, commit);
  if (git("diff", "--name-only", commit, "HEAD", "--", "package-lock.json") !== "") {
    throw new Error(`${ref} has other packages: run npm ci in ${folder}, then this again.`);
  }
  if (!existsSync(join(folder, "node_modules"))) {
    execFileSync("cp", ["-al", join(root, "node_modules"), join(folder, "node_modules")]);
  }
  print(`the older version is ${commit.slice(0, 10)}, in ${folder}`);
  const logPath = join(folder, ".cache", "build.log");
  await buildIfStale({ root: folder, kind: "embedded", logPath, say: print, signal });
  return folder;
}

/** The venue that answers: journeys know one address. */
async function primaryOf(venues: readonly string[]): Promise<string> {
  for (const url of venues) if ((await fetch(`${url}/readyz`)).ok) return url;
  throw new Error("no venue is the primary");
}

const [ref, ...journeys] = process.argv.slice(2);
if (ref === undefined) {
  print("Usage: npm run check:versions -- REF [journey…]");
  process.exit(2);
}
const { signal } = new AbortController();
const secondRoot = await buildVersion(ref, signal);
const dataDir = mkdtempSync(join(tmpdir(), "versions-"));
// The user of the Postgres servers passes through it.
chmodSync(dataDir, 0o711);
const ports = Object.fromEntries([...PORTS, ...CHAIN_PORTS].map((name) => [name, "0"]));
const environment = { ...process.env, ...SETTINGS, ...ports };
const cluster = await startCluster({
  root,
  secondRoot,
  dataDir,
  environment,
  hasChain: true,
  say: print,
  signal,
});
let code: unknown = 1;
try {
  const { endpoints } = cluster.stack;
  writeEndpoints(cluster.folder, { ...endpoints, venue: await primaryOf(cluster.venues) });
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const chosen = journeys.length === 0 ? JOURNEYS : journeys;
  const args = [playwright, "test", "--config", "e2e/playwright.config.ts", ...chosen];
  const env = { ...process.env, STACK_DATA_DIR: cluster.folder };
  [code] = await once(spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" }), "exit");
} finally {
  await cluster.stop();
  if (code === 0) rmSync(dataDir, { recursive: true });
  else print(`logs in ${dataDir}`);
}
process.exit(code === 0 ? 0 : 1);
