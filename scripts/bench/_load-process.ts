/**
 * The load generator in its own process: signs the requests that it is asked for, reports when they are signed, then
 * sends them and reports the result.
 */

import { type LoadTrader, TraderLoad } from "./_load-signing.ts";
import { type LoadOptions, type LoadResult, load } from "./shared/load.ts";

export type LoadJob = LoadOptions & {
  requests: number;
  /** Orders per request; 1 means single orders. */
  batch: number;
  traders: LoadTrader[];
  /** Sends the same request every time, for servers that check no state. */
  repeated?: boolean;
};

function prepare({ requests, batch, traders, repeated }: LoadJob): Buffer[] {
  const signing = new TraderLoad(traders);
  if (repeated !== true) return signing.trades(requests, batch);
  const [request] = signing.trades(1, batch);
  return request === undefined ? [] : Array.from({ length: requests }, () => request);
}

process.once("message", (job: LoadJob) => {
  const requests = prepare(job);
  process.send?.("ready");
  process.once("message", () => {
    void load(requests, job).then((result: LoadResult) => process.send?.(result));
  });
});
