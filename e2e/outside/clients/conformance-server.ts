/** The conformance suite's `server` command, one scenario at a time, for one revision of the protocol. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startCredentialProxy } from "#e2e/outside/kit/credential-proxy.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { accessToken } from "#scripts/dev/clients/registered.ts";
import { CONFORMANCE } from "./conformance-authorization.ts";
import { type Check, readVerdicts } from "./conformance-results.ts";
import { LEFT_OUT, type Revision, RUN, UNTESTABLE } from "./conformance-scenarios.ts";

/** The suite starts slowly and waits for streams, so two scenarios run at a time. */
const AT_A_TIME = 2;

/** Timeout of one scenario, on a machine that is busy with the other steps. */
const TIMEOUT_MS = 50_000;

export async function runConformanceServer(outside: Outside, revision: Revision): Promise<string> {
  const wanted = await scenariosToRun(outside, revision);
  const token = await accessToken(outside, "read:market read:chat");
  const proxy = await startCredentialProxy(outside.app, token);
  const failures: string[] = [];
  try {
    const waiting = [...wanted];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const failure = await runScenario(outside, next, `${proxy.address}/api/v1/mcp`, revision);
        if (failure) failures.push(`${next} (${failure})`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    proxy.close();
  }
  if (failures.length > 0) {
    throw new Error(`of ${wanted.length} scenarios failed ${failures.join(", ")}`);
  }
  return `${wanted.length} scenarios`;
}

/** Every scenario of the revision either runs or is left out for a reason. @throws AssertionError */
async function scenariosToRun(
  { folder, log }: Outside,
  revision: Revision,
): Promise<readonly string[]> {
  const args = [CONFORMANCE, "list", "--server", "--spec-version", revision];
  const listed = await new Program(process.execPath, args, { cwd: folder, log }).succeeds();
  const offered = [...listed.matchAll(/^ +- (\S+) \[(?!extension)/gm)].map(([, name = ""]) => name);
  const wanted = RUN[revision];
  const known = [...wanted, ...Object.keys(LEFT_OUT)];
  const unknown = offered.filter((name) => !known.includes(name));
  assert.deepEqual(unknown, [], "scenarios neither run nor left out");
  assert.deepEqual(
    wanted.filter((name) => !offered.includes(name)),
    [],
    "scenarios that are gone",
  );
  return wanted;
}

/** @returns the failures; undefined when the scenario passes */
async function runScenario(
  { folder, log }: Outside,
  scenario: string,
  url: string,
  revision: Revision,
): Promise<string | undefined> {
  const results = join(folder, scenario);
  mkdirSync(results);
  const args = ["--url", url, "--scenario", scenario, "--spec-version", revision];
  const patience = ["--timeout", String(TIMEOUT_MS), "--output-dir", results];
  const program = new Program(process.execPath, [CONFORMANCE, "server", ...args, ...patience], {
    cwd: folder,
    log: () => undefined,
  });
  const code = await program.exitCode();
  const checks = readVerdicts(results).flatMap((verdict) => verdict.checks);
  const lines = checks.map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ""}`);
  log([`## ${scenario}: ended with ${code}`, ...lines].join("\n"));
  if (checks.length === 0) log(program.stdout + program.stderr);
  const failed = checks.filter((check) => check.status === "FAILURE" && !isUntestable(check));
  if (failed.length > 0) return failed.map(({ id }) => id).join(" ");
  if (!checks.some(({ status }) => status === "SUCCESS")) return "nothing passed";
  return code !== 0 && !checks.some(isUntestable) ? `ended with ${code}` : undefined;
}

function isUntestable({ id, errorMessage = "" }: Check): boolean {
  return UNTESTABLE.includes(id) && errorMessage.startsWith("Not testable");
}
