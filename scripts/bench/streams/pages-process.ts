/**
 * Requests pages at a fixed rate, in a process apart from the stream clients, and reports how long the answers took.
 */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "#scripts/bench/shared/report.ts";
import { pageAddress } from "./addresses.ts";
import type { PagesCommand, PagesResult } from "./messages.ts";

const TIMEOUT_MS = 10_000;
const TICK_MS = 2;

const agent = new Agent({ keepAlive: true });

function ask(port: number, path: string, index: number): Promise<string> {
  return new Promise((resolve) => {
    const options = { port, path, agent, host: "127.0.0.1", localAddress: pageAddress(index) };
    const request = get({ ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      response.resume();
      response.on("end", () => resolve(String(response.statusCode)));
      response.on("error", () => resolve("cut off"));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
  });
}

async function run({ port, paths, perSecond, seconds }: PagesCommand): Promise<PagesResult> {
  const seen = paths.map((path) => ({
    path,
    times: [] as number[],
    statuses: new Map<string, number>(),
  }));
  const requests: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < perSecond * seconds * paths.length; index += 1) {
    const due = started + (index / (perSecond * paths.length)) * 1_000;
    while (performance.now() < due) await sleep(TICK_MS);
    const page = seen[index % paths.length];
    if (page === undefined) break;
    const answered = ask(port, page.path, index).then((status) => {
      page.times.push(performance.now() - due);
      page.statuses.set(status, (page.statuses.get(status) ?? 0) + 1);
    });
    requests.push(answered);
  }
  await Promise.all(requests);
  return Object.fromEntries(
    seen.map(({ path, times, statuses }) => {
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
      return [path, { p50, p99, statuses: Object.fromEntries(statuses) }];
    }),
  );
}

process.on("message", (command: PagesCommand) => {
  void run(command).then((result) => process.send?.(result));
});
