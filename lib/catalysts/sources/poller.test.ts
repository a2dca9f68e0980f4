/** The poller reads each source when it is due, and no source waits for another. */
import { expect, test } from "vitest";
import { FetchFailure } from "./fetch.ts";
import { type Read, SourcePoller, type SourcePollerOptions } from "./poller.ts";
import type { Source } from "./source.ts";
import { newState, type SourceState } from "./states.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const POLL_MS = 60_000;
const sourceOf = (name: string): Source => ({
  name,
  url: `https://${name}.example`,
  publisher: `${name}.example`,
  simulatedOrigin: undefined,
});
const WIRE = sourceOf("wire");
const DESK = sourceOf("desk");

type Options = SourcePollerOptions<Source, SourceState>;

/** Sources whose reads end when the test says so. */
function pollerOf(change: Partial<Options> = {}) {
  const reads: { name: string; end: (error?: Error) => void }[] = [];
  const stored: SourceState[] = [];
  const warnings: unknown[] = [];
  const poller = new SourcePoller<Source, SourceState>({
    what: "news",
    sources: [WIRE, DESK],
    pollMs: POLL_MS,
    maxAtOnce: 4,
    readStates: async () => new Map([WIRE, DESK].map((source) => [source.name, newState(source)])),
    isDue: (_state, _now, isTime) => isTime,
    read: async ({ source, after }: Read<Source, SourceState>) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      reads.push({
        name: source.name,
        end: (error) => (error === undefined ? resolve() : reject(error)),
      });
      await promise;
      return after;
    },
    storeFailure: async ({ after }) => {
      stored.push(after);
      return after;
    },
    log: { warn: (...entries: unknown[]) => warnings.push(entries) },
    random: () => 0.5,
    ...change,
  });
  return { poller, reads, stored, warnings, names: () => reads.map(({ name }) => name) };
}

test("a source that does not answer is not read twice, and delays no other source", async () => {
  const { poller, reads, names } = pollerOf();
  await poller.run(NOON);
  expect(names()).toEqual(["wire", "desk"]);
  reads[1]?.end();
  await expect
    .poll(async () => {
      await poller.run(NOON + POLL_MS);
      return names();
    })
    .toEqual(["wire", "desk", "desk"]);
  reads[0]?.end();
  reads[2]?.end();
  await poller.idle();
});

test("no more sources than the limit are read at once; the others come when one has ended", async () => {
  const { poller, reads, names } = pollerOf({ maxAtOnce: 1 });
  await poller.run(NOON);
  await poller.run(NOON + 1);
  expect(names()).toEqual(["wire"]);
  reads[0]?.end();
  await poller.idle();
  await poller.run(NOON + 2);
  expect(names()).toEqual(["wire", "desk"]);
  reads[1]?.end();
  await poller.idle();
});

test("a failure is stored with its reason, and the source is left alone for as long as it asks", async () => {
  const { poller, reads, stored, warnings, names } = pollerOf({ sources: [WIRE] });
  await poller.run(NOON);
  const status = { status: 503, retryAfterMs: 600_000 };
  reads[0]?.end(new FetchFailure("http_status", status));
  await poller.idle();
  const nextAt = new Date(NOON + 600_000);
  expect(stored).toMatchObject([{ name: "wire", failures: 1, error: "http_status 503", nextAt }]);
  expect(warnings).toEqual([]);
  await poller.run(NOON + 599_999);
  expect(names()).toHaveLength(1);
  await poller.run(NOON + 600_000);
  expect(names()).toHaveLength(2);
  reads[1]?.end();
  await poller.idle();
});

test("what is no fault of a source is logged, and so is a state that cannot be stored", async () => {
  const { poller, reads, warnings, names } = pollerOf({
    sources: [WIRE],
    storeFailure: () => Promise.reject(new Error("the database is away")),
  });
  await poller.run(NOON);
  reads[0]?.end(new Error("the database is away"));
  await poller.idle();
  expect(warnings).toMatchObject([
    [{ source: "wire" }, "a source of news failed"],
    [{ source: "wire" }, "the state of a source of news was not stored"],
  ]);
  // It backs off all the same.
  await poller.run(NOON + POLL_MS);
  expect(names()).toHaveLength(1);
});

test("a stored time that no delay explains does not hold a source back", async () => {
  const nextAt = new Date(NOON + 2 * 3_600_000);
  const { poller, reads, names } = pollerOf({
    sources: [WIRE],
    readStates: async () => new Map([["wire", { ...newState(WIRE), nextAt }]]),
  });
  await poller.run(NOON);
  expect(names()).toEqual(["wire"]);
  reads[0]?.end();
  await poller.idle();
});
