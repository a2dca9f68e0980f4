import { describe, expect, test } from "vitest";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { PriceModel } from "#services/sandbox/prices/price-model.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import {
  desiredQuotes,
  type LadderInput,
  planLadder,
  quoteText,
  type RestingQuote,
} from "./ladder.ts";
import { ladderLevels, MAKER_STYLES } from "./maker.ts";

const { scale } = SIMULATED_MARKETS[0]!;
const levels = ladderLevels(MAKER_STYLES[0]!, Random.fromSeed("ladder"));
const input: LadderInput = { scale, markTicks: 640_000n, levels, skewPpm: 0n };

const resting = (at: LadderInput): RestingQuote[] =>
  desiredQuotes(at).map((quote, index) => ({ ...quote, id: String(index) }));

describe("a ladder", () => {
  test("has as many bids below the mark as asks above it, all inside the price band", () => {
    const quotes = desiredQuotes(input);
    expect(quotes).toHaveLength(levels.length * 2);
    for (const { side, ticks, lots } of quotes) {
      expect(side === "BUY" ? ticks < 640_000n : ticks > 640_000n).toBe(true);
      expect(ticks > 608_000n && ticks < 672_000n && lots > 0n).toBe(true);
    }
  });

  test("is complete when every level has its order", () => {
    expect(planLadder(input, resting(input))).toEqual([]);
  });

  test("is placed whole from an empty book, from the inside out", () => {
    const plan = planLadder(input, []);
    expect(plan).toHaveLength(levels.length * 2);
    expect(plan.map(({ level }) => level)).toEqual(
      plan.map(({ level }) => level).sort((a, b) => a - b),
    );
  });

  test("keeps its orders while the mark moves a little", () => {
    expect(planLadder({ ...input, markTicks: 640_060n }, resting(input))).toEqual([]);
  });

  test("moves the near levels when the mark moved further, and leaves the far ones", () => {
    const plan = planLadder({ ...input, markTicks: 640_200n }, resting(input));
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.length).toBeLessThan(levels.length * 2);
    expect(plan[0]?.level).toBeLessThanOrEqual(0);
  });

  test("cancels an order on the wrong side of the mark before anything else", () => {
    const crossed: RestingQuote = { id: "crossed", side: "SELL", ticks: 639_000n, lots: 100n };
    const plan = planLadder(input, [...resting(input), crossed]);
    expect(plan).toEqual([{ kind: "cancel", id: "crossed", level: -1 }]);
  });

  test("replaces an order that is nearly filled", () => {
    const [first, ...others] = resting(input);
    const plan = planLadder(input, [{ ...first!, lots: first!.lots / 10n }, ...others]);
    expect(plan.map(({ kind }) => kind)).toEqual(["cancel", "place"]);
  });

  test("leans down when it holds too much", () => {
    const [bid, ask] = desiredQuotes(input);
    const [lowerBid, lowerAsk] = desiredQuotes({ ...input, skewPpm: -100n });
    expect(lowerBid!.ticks).toBeLessThan(bid!.ticks);
    expect(lowerAsk!.ticks).toBeLessThan(ask!.ticks);
  });

  test("has prices and sizes as plain decimals on tick and lot", () => {
    expect(quoteText({ ticks: 640_001n, lots: 1500n }, scale)).toEqual({
      price: "64000.1",
      size: "0.015",
    });
  });
});

/** The journal stores each write for ever, so an hour of the simulated market must not cost more than planned. */
test("three makers in three markets write less than eight times a second on average", () => {
  const model = new PriceModel(SIMULATED_MARKETS, "load");
  const random = Random.fromSeed("load");
  const ladders = SIMULATED_MARKETS.flatMap((terms) =>
    MAKER_STYLES.map((style) => ({
      terms,
      levels: ladderLevels(style, random),
      open: [] as RestingQuote[],
    })),
  );
  let writes = 0;
  let id = 0;
  const SECONDS = 3600;
  for (let second = 0; second < SECONDS; second += 1) {
    model.step(1);
    for (const ladder of ladders) {
      const markTicks = model.ticks(ladder.terms.symbol);
      const plan = planLadder(
        { scale: ladder.terms.scale, markTicks, levels: ladder.levels, skewPpm: 0n },
        ladder.open,
      );
      writes += plan.length;
      for (const action of plan) {
        if (action.kind === "cancel")
          ladder.open = ladder.open.filter((order) => order.id !== action.id);
        else ladder.open.push({ ...action.quote, id: String((id += 1)) });
      }
    }
  }
  expect(writes / SECONDS).toBeLessThan(8);
});
