/** Thousands of readers in one process, each of the stream of one account. */
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "#scripts/bench/shared/report.ts";
import { clientAddress } from "#scripts/bench/streams/addresses.ts";
import type { ReadersCommand, ReaderTarget, Received, RecordedEvent } from "./messages.ts";

const CONNECTS_AT_ONCE = 50;
/** Far above the time that the slowest machine needs to deliver what has happened. */
const PATIENCE_MS = 10_000;
const TICK_MS = 20;

let closes: (() => void)[] = [];
let startedAt = 0;
let isRecording = false;
let events = 0;
let lastFillAt = 0;
let latencies: number[] = [];
let fillsOfTrade = new Map<string, number>();
let record: RecordedEvent[] = [];

const now = (): number => performance.timeOrigin + performance.now();

function take(reader: number, frame: string): void {
  if (!frame.includes("event: ")) return;
  events += 1;
  const at = now();
  if (isRecording) record.push({ at: at - startedAt, reader, frame });
  if (!frame.includes("event: fill\n")) return;
  lastFillAt = at;
  const trade = /"trade_id":(\d+)/.exec(frame)?.[1] ?? "";
  fillsOfTrade.set(trade, (fillsOfTrade.get(trade) ?? 0) + 1);
  latencies.push(at - Number(/"created_at":(\d+)/.exec(frame)?.[1]));
}

/** Resolves with the first event. */
function open({ url, headers }: ReaderTarget, reader: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent: false, localAddress: clientAddress(reader) });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let rest = "";
      response.setEncoding("utf8");
      response.on("error", () => {});
      response.on("data", (text: string) => {
        const frames = (rest + text).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) take(reader, frame);
        resolve();
      });
    });
    outgoing.end();
    closes.push(() => outgoing.destroy());
  });
}

async function connectAll(targets: ReaderTarget[]): Promise<number> {
  for (let from = 0; from < targets.length; from += CONNECTS_AT_ONCE) {
    const some = targets.slice(from, from + CONNECTS_AT_ONCE);
    await Promise.all(some.map((target, index) => open(target, from + index)));
  }
  return closes.length;
}

function begin(isRecorded: boolean): void {
  [events, latencies, record, isRecording] = [0, [], [], isRecorded];
  fillsOfTrade = new Map();
  startedAt = now();
  lastFillAt = startedAt;
}

async function end(fills: number): Promise<Received> {
  while (latencies.length < fills && now() - lastFillAt < PATIENCE_MS) await sleep(TICK_MS);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const wrongTrades = [...fillsOfTrade.values()].filter((count) => count !== 2).length;
  return { fills: latencies.length, wrongTrades, events, p50, p99, record };
}

async function run(command: ReadersCommand): Promise<unknown> {
  switch (command.type) {
    case "connect":
      return connectAll(command.targets);
    case "begin":
      return begin(command.record);
    case "end":
      return end(command.fills);
    case "leave":
      for (const close of closes) close();
      closes = [];
      return undefined;
  }
}

process.on("message", (command: ReadersCommand) => {
  void run(command).then((answer) => process.send?.(answer ?? "done"));
});
