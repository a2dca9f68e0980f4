/** The load generator as a process of its own: signs what it is told to send, says so, then sends it and reports. */
import { type LoadOptions, type LoadResult, load } from "./_load.ts";
import { type LoadTrader, TraderLoad } from "./_load-signing.ts";

export type LoadJob = LoadOptions & {
  requests: number;
  /** Orders a request; 1 is a single order. */
  batch: number;
  traders: LoadTrader[];
  /** The same request all the time, for servers that check no state. */
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
