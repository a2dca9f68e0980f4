/**
 * Runs third-party clients against the running stack: they register, get the consent of a person and use the assistant
 * endpoint, by their own reading of the standards. `node e2e/outside/main.ts inspector` runs only clients of that name.
 * When OUTSIDE_LOGS names a folder, the full output of each client stays in a file there.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Person } from "#scripts/dev/clients/person.ts";
import { secondsSince } from "#scripts/dev/say.ts";
import { runningStack } from "#scripts/dev/stack/running-stack.ts";
import { CLIENTS } from "./client-list.ts";
import { type Outside, type OutsideClient, SkippedClient } from "./kit/outside.ts";

const MAX_SHOWN_LINES = 60;
const MAX_SHOWN_CHARACTERS = 300;

type Verdict = "passed" | "failed" | "skipped";

type Addresses = Pick<Outside, "app" | "venue" | "sandbox">;

async function runClient({ name, run }: OutsideClient, at: Addresses): Promise<Verdict> {
  const { app } = at;
  const folder = mkdtempSync(join(tmpdir(), "outside-"));
  const lines: string[] = [];
  const log = (text: string): void => void lines.push(text);
  const person = () => Person.signedIn(at.app, log);
  const started = performance.now();
  let verdict: Verdict = "passed";
  let note = "";
  try {
    note = await run({ ...at, endpoint: `${app}/api/v1/mcp`, folder, person, log });
  } catch (error) {
    verdict = error instanceof SkippedClient ? "skipped" : "failed";
    const text = error instanceof Error ? describe(error) : String(error);
    log(text);
    note = (error instanceof Error ? error.message : text).split("\n", 1).join();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${verdict.padEnd(7)} ${name} (${secondsSince(started)})${note && `: ${note}`}`);
  if (verdict === "failed") console.log(indented(lines));
  keep(name, lines);
  return verdict;
}

/** With its causes, which describe the failure on the wire. */
function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\nbecause of ${describe(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}

function indented(lines: readonly string[]): string {
  const all = lines.join("\n").split("\n");
  const left = all.length > MAX_SHOWN_LINES ? [`… ${all.length - MAX_SHOWN_LINES} lines`] : [];
  return [...left, ...all.slice(-MAX_SHOWN_LINES)]
    .map((line) => `    ${line.slice(0, MAX_SHOWN_CHARACTERS)}`)
    .join("\n");
}

function keep(name: string, lines: readonly string[]): void {
  const folder = process.env.OUTSIDE_LOGS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(/\W+/g, "-")}.log`), `${lines.join("\n")}\n`);
}

const { app, venue, sandbox } = runningStack().endpoints;
const at = { app, venue, sandbox: sandbox ?? "" };
const wanted = process.argv.slice(2);
const chosen = CLIENTS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
for (const client of chosen) {
  const verdict = await runClient(client, at);
  counts[verdict] += 1;
  if (verdict === "failed") failures.push(client.name);
}

if (process.env.OUTSIDE_REPORT) {
  writeFileSync(process.env.OUTSIDE_REPORT, JSON.stringify({ ...counts, failures }));
}
process.exit(counts.failed > 0 || chosen.length === 0 ? 1 : 0);
