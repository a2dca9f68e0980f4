/** A venue, or a server to compare it with, in its own process; and the traders that load it. */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { call, OPERATOR_KEY, TestTrader } from "#services/venue/venue.testing.ts";
import type { LoadJob } from "./_load-process.ts";
import type { LoadTrader } from "./_load-signing.ts";
import { cpuSeconds, nextMessage, type Running, start } from "./shared/child-process.ts";
import type { LoadResult } from "./shared/load.ts";

export type VenueProcess = Running & {
  url: string;
  operator: (path: string, body: object) => Promise<void>;
};

/** Starts the venue in `folder` and keeps its marks fresh until it is stopped. */
export async function startVenueProcess(
  folder: string,
  environment: Record<string, string> = {},
): Promise<VenueProcess> {
  const running = await start("services/venue/main.ts", [], {
    DATA_DIR: folder,
    VENUE_PORT: "0",
    VENUE_OPERATOR_KEY: OPERATOR_KEY,
    // All traders call from one address and make their keys there.
    VENUE_ADDRESS_LIMIT: "1000000",
    VENUE_ACCOUNT_LIMIT: "1000000",
    ...environment,
  });
  const url = `http://127.0.0.1:${running.port}`;
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  const operator = async (path: string, body: object) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const { status, body: answer } = await call(`${url}${path}`, init);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  };
  // With a journal in Postgres it follows the table first.
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (running.hasEnded()) throw new Error("the venue ended before it was ready");
    await sleep(50);
  }
  const mark = () => operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
  await mark();
  const marking = setInterval(() => void mark().catch(() => {}), 1_000);
  const stop: Running["stop"] = async (signal) => {
    clearInterval(marking);
    await running.stop(signal);
  };
  return { ...running, stop, url, operator };
}

/** Funded accounts with a key each: the venue accepts 200 orders per second and key. */
export async function fundTraders(venue: VenueProcess, count: number): Promise<LoadTrader[]> {
  const traders: LoadTrader[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `trader ${index}`;
    const trader = new TestTrader(venue.url, name);
    const { status, body } = await trader.createKey(Date.now());
    if (status !== 201) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
    const { address } = trader;
    await venue.operator("/v1/operator/deposits", {
      account: address,
      amount: "100000000",
      reference: address,
    });
    const seed = createHash("sha256").update(name).digest("hex");
    traders.push({ seed, key: trader.key });
  }
  return traders;
}

export type ServerLoad = LoadResult & {
  /** CPU microseconds of the server per request. */
  cpu: number;
};

/** Runs the load generator in its own process against a server. */
export async function runLoad(server: Running, job: Omit<LoadJob, "port">): Promise<ServerLoad> {
  const child = fork(new URL("./_load-process.ts", import.meta.url));
  child.send({ ...job, port: server.port } satisfies LoadJob);
  // Reports first that everything is signed, then the result: the server is idle while requests are signed.
  await nextMessage(child);
  const before = cpuSeconds(server.pid);
  child.send("go");
  const result = await nextMessage<LoadResult>(child);
  const cpu = ((cpuSeconds(server.pid) - before) * 1e6) / result.requests;
  child.disconnect();
  return { ...result, cpu };
}
