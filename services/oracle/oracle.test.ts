/** Board and publisher together, against a venue in memory and scripted sources. */
import { describe, expect, test } from "vitest";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { Oracle } from "./oracle.ts";
import type { PriceSource, SourceUpdate } from "./sources/source.ts";
import { captureLog } from "./testing/log.ts";
import type { MarksAnswer, Venue } from "./venue-client.ts";

const NOW = 1_700_000_000_000;
const UNIT = 10n ** 18n;
const TICKS: Record<string, string> = { BTCUSDC: "0.1", ETHUSDC: "0.05" };
const MARKETS = new Map(
  Object.entries(TICKS).map(([symbol, tick]) => [
    symbol,
    marketScale({ price_tick: tick as Decimal, base_lot_size: "0.001" as Decimal }),
  ]),
);

class HandSource implements PriceSource {
  readonly staleAfterMs = 3_000;
  connected = true;
  report: (update: SourceUpdate) => void = () => {};
  readonly name: string;
  readonly weight: number;

  constructor(name: string, weight = 1) {
    this.name = name;
    this.weight = weight;
  }

  start(onUpdate: (update: SourceUpdate) => void): void {
    this.report = onUpdate;
  }

  close(): void {
    this.report = () => {};
  }
}

/** A venue that records its requests, and answers when the test lets it. */
class HandVenue implements Venue {
  readonly sent: Record<string, string>[] = [];
  /** Requests that wait for {@link answer}; without `isSlow` each is answered at once. */
  isSlow = false;
  fails = false;
  listed = MARKETS;
  reads = 0;
  answers: Partial<MarksAnswer> = {};
  #waiting: (() => void)[] = [];

  markets = async () => {
    this.reads += 1;
    if (this.fails) throw new Error("the venue is away");
    return this.listed;
  };

  publish = async (marks: Record<string, Decimal>): Promise<MarksAnswer> => {
    this.sent.push(marks);
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.fails) throw new Error("the venue is away");
    return { applied: Object.keys(marks), ignored: [], ...this.answers };
  };

  answer(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

async function open(sources = [new HandSource("one")], venue = new HandVenue()) {
  const timers = new ManualTimers(NOW);
  const { log, lines } = captureLog();
  const oracle = new Oracle({ sources, venue, outlierPpm: 10_000n, timers, log });
  oracle.start();
  await timers.advance(0);
  await settle();
  const report = (
    market: string,
    price: bigint,
    fields: { at?: number; urgent?: boolean } = {},
  ) => {
    const at = fields.at ?? timers.now();
    sources[0]!.report({ prices: [{ market, price, at }], urgent: fields.urgent ?? false });
  };
  return { oracle, venue, timers, lines, sources, report };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("marks", () => {
  test("go out rounded to the nearest tick of the venue's market", async () => {
    const { venue, report } = await open();
    report("BTCUSDC", (640_002n * UNIT) / 10n + UNIT / 20n);
    expect(venue.sent).toEqual([{ BTCUSDC: "64000.3" }]);
    const { venue: other, report: reportOther } = await open();
    reportOther("ETHUSDC", (300_002n * UNIT) / 100n);
    expect(other.sent).toEqual([{ ETHUSDC: "3000" }]);
  });

  test("go out once a second, each time the newest", async () => {
    const { venue, timers, report } = await open();
    for (let step = 0; step < 30; step += 1) {
      report("BTCUSDC", BigInt(64_000 + step) * UNIT);
      await timers.advance(100);
    }
    const sent = venue.sent.map(({ BTCUSDC }) => BTCUSDC);
    expect(sent).toEqual(["64000", "64009", "64019", "64029"]);
  });

  test("of a steered price go out at once, also within the second", async () => {
    const { venue, timers, report } = await open();
    report("BTCUSDC", 64_000n * UNIT);
    await timers.advance(200);
    report("BTCUSDC", 50_000n * UNIT, { urgent: true });
    expect(venue.sent).toEqual([{ BTCUSDC: "64000" }, { BTCUSDC: "50000" }]);
  });

  test("are never sent again as new ones", async () => {
    const { venue, timers, report } = await open();
    report("BTCUSDC", 64_000n * UNIT);
    await timers.advance(2_500);
    report("ETHUSDC", 3_000n * UNIT);
    await timers.advance(5_000);
    expect(venue.sent).toEqual([{ BTCUSDC: "64000" }, { ETHUSDC: "3000" }]);
  });

  test("of an unchanged price go out again when the source has confirmed it", async () => {
    const { venue, timers, report } = await open();
    report("BTCUSDC", 64_000n * UNIT);
    await timers.advance(1_000);
    report("BTCUSDC", 64_000n * UNIT);
    await timers.advance(1_000);
    expect(venue.sent).toHaveLength(2);
  });

  test("wait for a slow venue, one request at a time, and then send the newest", async () => {
    const { venue, timers, report } = await open();
    venue.isSlow = true;
    for (let step = 0; step < 5; step += 1) {
      report("BTCUSDC", BigInt(64_000 + step) * UNIT);
      await timers.advance(1_000);
    }
    expect(venue.sent).toEqual([{ BTCUSDC: "64000" }]);
    venue.answer();
    await settle();
    expect(venue.sent).toEqual([{ BTCUSDC: "64000" }, { BTCUSDC: "64004" }]);
  });

  test("that the venue did not accept are retried with the newest, and logged once", async () => {
    const { venue, timers, report, lines, oracle } = await open();
    venue.fails = true;
    report("BTCUSDC", 64_000n * UNIT);
    await timers.advance(2_000);
    venue.fails = false;
    report("BTCUSDC", 64_100n * UNIT);
    await timers.advance(1_000);
    expect(venue.sent.at(-1)).toEqual({ BTCUSDC: "64100" });
    expect(lines.filter((line) => line.includes("did not take the marks"))).toHaveLength(1);
    expect(await oracle.metrics.registry.metrics()).toMatch(/publications_failed_total [1-9]/);
  });

  test("that the venue calls invalid are logged as an error", async () => {
    const { venue, report, lines } = await open();
    venue.answers = { applied: [], ignored: [{ market: "BTCUSDC", reason: "jump" }] };
    report("BTCUSDC", 1n * UNIT);
    await settle();
    expect(lines.some((line) => line.includes("marks refused: BTCUSDC (jump)"))).toBe(true);
  });

  test("of a market that the venue ignores are logged once per change, and the others continue", async () => {
    const { venue, timers, report, lines } = await open();
    const reasons = ["jump", "jump", undefined, "jump", "confidence"];
    for (const [step, reason] of reasons.entries()) {
      const ignored = reason === undefined ? [] : [{ market: "ETHUSDC", reason }];
      venue.answers = reason === undefined ? {} : { applied: ["BTCUSDC"], ignored };
      report("BTCUSDC", BigInt(64_000 + step) * UNIT);
      report("ETHUSDC", 3_000n * UNIT);
      await timers.advance(1_000);
    }
    expect(venue.sent.at(-1)).toEqual({ BTCUSDC: "64004", ETHUSDC: "3000" });
    const refusals = lines.filter((line) => line.includes("marks refused"));
    expect(refusals.map((line) => /ETHUSDC \((\w+)\)/.exec(line)?.[1])).toEqual([
      "jump",
      "jump",
      "confidence",
    ]);
  });

  test.each(["unknown", "tick"])(
    "that the venue ignores as %s cause a new read of the market list, at most every 5 s",
    async (reason) => {
      const { venue, timers, report } = await open();
      await timers.advance(5_000);
      venue.listed = new Map([...MARKETS].filter(([symbol]) => symbol === "BTCUSDC"));
      venue.answers = { applied: ["BTCUSDC"], ignored: [{ market: "ETHUSDC", reason }] };
      expect(venue.reads).toBe(1);
      for (let second = 0; second < 12; second += 1) {
        report("BTCUSDC", 64_000n * UNIT);
        report("ETHUSDC", 3_000n * UNIT);
        await timers.advance(1_000);
      }
      expect(venue.reads).toBe(4);
      expect(venue.sent.at(-1)).toEqual({ BTCUSDC: "64000" });
    },
  );

  test("that the venue refuses as a whole cause a new read of the market list too", async () => {
    const { venue, timers, report } = await open();
    await timers.advance(5_000);
    venue.publish = () =>
      Promise.reject(new UpstreamError("status", "no such market", { status: 404 }));
    report("BTCUSDC", 64_000n * UNIT);
    await settle();
    expect(venue.reads).toBe(2);
  });

  test("are not sent for a market that the venue does not list", async () => {
    const { venue, report } = await open();
    report("DOGEUSDC", UNIT);
    expect(venue.sent).toEqual([]);
  });

  test("are held while two sources differ, and continue when they agree", async () => {
    const { venue, timers, sources, lines, oracle } = await open([
      new HandSource("one"),
      new HandSource("two", 2),
    ]);
    const both = async (one: bigint, two: bigint) => {
      const at = timers.now();
      sources[0]!.report({ prices: [{ market: "BTCUSDC", price: one * UNIT, at }], urgent: false });
      sources[1]!.report({ prices: [{ market: "BTCUSDC", price: two * UNIT, at }], urgent: false });
      await timers.advance(1_000);
    };
    await both(64_000n, 64_100n);
    const before = venue.sent.length;
    await both(64_000n, 70_000n);
    // The first of the two alone was within the ratio of the other's earlier price.
    expect(venue.sent.slice(before).map(({ BTCUSDC }) => BTCUSDC)).not.toContain("70000");
    expect(oracle.prices()).toEqual({ src: null, ts: 0, prices: {} });
    expect(lines.filter((line) => line.includes("BTCUSDC is held"))).toHaveLength(1);
    await both(64_000n, 64_100n);
    expect(venue.sent.at(-1)).toEqual({ BTCUSDC: "64100" });
  });
});

describe("the oracle's own prices", () => {
  test("name the heaviest source that takes part, and are absent when all are silent for 3 s", async () => {
    const { oracle, timers, sources } = await open([
      new HandSource("light"),
      new HandSource("heavy", 2),
    ]);
    const prices = [{ market: "BTCUSDC", price: 64_000n * UNIT, at: timers.now() }];
    sources[0]!.report({ prices, urgent: false });
    expect(oracle.prices().src).toBe("light");
    sources[1]!.report({ prices, urgent: false });
    const row = { price: "64000", ts: NOW, sources: ["heavy", "light"] };
    expect(oracle.prices()).toEqual({ src: "heavy", ts: NOW, prices: { BTCUSDC: row } });
    await timers.advance(3_000);
    expect(oracle.prices().src).toBe("heavy");
    await timers.advance(1);
    expect(oracle.prices()).toEqual({ src: null, ts: 0, prices: {} });
  });

  test("do not go back to an older price that arrives late", async () => {
    const { oracle, report } = await open();
    report("BTCUSDC", 64_000n * UNIT);
    report("BTCUSDC", 63_000n * UNIT, { at: NOW - 1_000 });
    expect(oracle.prices().prices.BTCUSDC).toMatchObject({ price: "64000", ts: NOW });
  });
});

test("a clock that is set back holds back neither prices nor marks", async () => {
  const { oracle, timers, report, venue } = await open();
  report("BTCUSDC", 64_000n * UNIT);
  report("ETHUSDC", 3_000n * UNIT);
  await timers.advance(1_000);
  timers.setBack(3_600_000);
  report("BTCUSDC", 64_500n * UNIT);
  report("ETHUSDC", 3_000n * UNIT);
  expect(oracle.prices().prices.BTCUSDC).toMatchObject({ price: "64500", ts: timers.now() });
  await timers.advance(1_000);
  expect(venue.sent.at(-1)).toEqual({ BTCUSDC: "64500", ETHUSDC: "3000" });
});

describe("a venue", () => {
  test("that is away at the start is retried, and gets the newest marks when it is up", async () => {
    const away = new HandVenue();
    away.fails = true;
    const { oracle, timers, report, venue } = await open(undefined, away);
    report("BTCUSDC", 64_000n * UNIT);
    expect(oracle.isReady).toBe(false);
    await timers.advance(700);
    venue.fails = false;
    report("BTCUSDC", 64_100n * UNIT);
    await timers.advance(2_000);
    await settle();
    expect(oracle.isReady).toBe(true);
    expect(venue.sent[0]).toEqual({ BTCUSDC: "64100" });
  });

  test("gets nothing more after the stop, which waits for the marks under way", async () => {
    const { oracle, timers, report, venue } = await open();
    venue.isSlow = true;
    report("BTCUSDC", 64_000n * UNIT);
    let stopped = false;
    const stopping = oracle.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    venue.answer();
    await stopping;
    expect(timers.pending()).toEqual([]);
    expect(venue.sent).toHaveLength(1);
  });
});
