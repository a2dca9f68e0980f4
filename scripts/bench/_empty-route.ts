/** Requests per second beside a route of the same server that does nothing, which measures the cost of Next alone. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { root } from "#scripts/dev/root.ts";
import { startTestStack } from "#scripts/dev/stack/test-stack.ts";
import { requestsPerSecond, type Target } from "./shared/load.ts";
import { count, median, print, row } from "./shared/report.ts";

const EMPTY_ROUTE = `export function GET(): Response {
  return new Response(null, { status: 204 });
}
`;

export const EMPTY_PATH = "/api/empty";
const READY_WITHIN_MS = 120_000;

export type Rounds = { rounds: number; requests: number; warmUp: number; goal: number };

/** Runs `work` beside a stack of a copy of the app that has the empty route. */
export async function withEmptyRoute(work: (app: string) => Promise<void>): Promise<void> {
  const { copy, remove } = copyWithEmptyRoute(root);
  try {
    const stack = await startTestStack(copy, (line) => print(line));
    try {
      await waitUntilReady(stack.endpoints.app);
      await work(stack.endpoints.app);
    } finally {
      await stack.stop();
    }
  } finally {
    remove();
  }
}

/** Prints the rates of some targets and of the empty route, in requests a second, and their ratios. */
export async function compareWithEmpty(
  app: string,
  targets: Readonly<Record<string, Target>>,
  { rounds, requests, warmUp, goal }: Rounds,
): Promise<void> {
  const empty: Target = { url: app + EMPTY_PATH, headers: () => ({}), status: 204 };
  const all = Object.entries({ empty, ...targets });
  let sent = 0;
  const rateOf = async (target: Target, wanted: number): Promise<number> => {
    const rate = await requestsPerSecond(target, wanted, sent);
    if (target !== empty) sent += wanted;
    return rate;
  };
  for (const [, target] of all) await rateOf(target, warmUp);
  const rates = new Map(all.map(([name]) => [name, [] as number[]]));
  // The kinds take turns, so that all run under the same conditions.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of all) rates.get(name)?.push(await rateOf(target, requests));
  }
  row(`${rounds} rounds of ${count(requests)}, 16 in flight`, "median a second", "least", "most");
  for (const [name, values] of rates) {
    row(name, ...[median(values), Math.min(...values), Math.max(...values)].map(count));
  }
  const limits = rates.get("empty") ?? [];
  for (const name of Object.keys(targets)) {
    const ratios = (rates.get(name) ?? []).map((rate, round) => rate / (limits[round] ?? 0));
    print(`${name} is ${median(ratios).toFixed(2)} × the empty route; goal: at least ${goal}`);
  }
}

async function waitUntilReady(app: string): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await fetch(`${app}/readyz`)).ok) {
    if (performance.now() > giveUpAt) throw new Error("the app does not become ready");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The folder of the copy, and how to remove it. */
function copyWithEmptyRoute(root: string): { copy: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), "bench-app-"));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  try {
    // A bench may import any source, so everything comes along except what is made from the sources.
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => path === root || isSource(root, path),
    });
    linkModules(join(root, "node_modules"), join(copy, "node_modules"));
    const folder = join(copy, "app", EMPTY_PATH);
    mkdirSync(folder, { recursive: true });
    // Next answers a handler of this ending, whatever answers the others.
    writeFileSync(join(folder, "route.tsx"), EMPTY_ROUTE);
  } catch (error) {
    remove();
    throw error;
  }
  return { copy, remove };
}

/** Not packages, and none of the hidden folders of builds, data and Git. */
function isSource(root: string, path: string): boolean {
  const name = basename(path);
  return name !== "node_modules" && !(name.startsWith(".") && dirname(path) === root);
}

/**
 * Hard links to the same files; a symbolic link to the folder would point outside the folder that Next takes for the
 * project.
 */
function linkModules(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}
