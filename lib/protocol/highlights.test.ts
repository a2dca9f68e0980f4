import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import {
  chooseHighlights,
  collectTags,
  isPinned,
  isTag,
  MAX_HIGHLIGHTS,
  MAX_OF_MATTER,
  type RankedCard,
  withTag,
} from "./highlights.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const iso = (time: number) => new Date(time).toISOString();

const card = (number: number, change: Partial<RankedCard> = {}): RankedCard => ({
  catalyst_id: `evt_${number.toString(16).padStart(24, "0")}`,
  type: "hack",
  assets: ["SOL"],
  magnitude: 3,
  confidence: 0.8,
  counted_from: iso(NOON - HOUR_MS),
  expires_at: iso(NOON + HOUR_MS),
  matters: [`evt_${number}`],
  ...change,
});
const NO_TAGS = { muted: [], pinned: [] };
const numbers = (cards: readonly RankedCard[]) =>
  cards.map(({ catalyst_id: id }) => Number.parseInt(id.slice(4), 16));
const chosen = (cards: readonly RankedCard[], change = {}) =>
  numbers(chooseHighlights(cards, { now: NOON, choices: NO_TAGS, ...change }));

test("the larger, the more certain and the fresher card comes first", () => {
  const cards = [
    card(1),
    card(2, { magnitude: 4 }),
    card(3, { confidence: 0.9 }),
    card(4, { expires_at: iso(NOON + 2 * HOUR_MS) }),
  ];
  // Freshness: 2 of 3 hours are left, compared with 1 of 2.
  expect(chosen(cards)).toEqual([2, 4, 3, 1]);
});

test("equal cards have a fixed order", () => {
  expect(chosen([card(2), card(1)])).toEqual([1, 2]);
});

test("a card about a held asset counts half as much again", () => {
  const cards = [card(1, { assets: ["BTC"] }), card(2, { assets: ["ETH"], magnitude: 4 })];
  expect(chosen(cards)).toEqual([2, 1]);
  expect(chosen(cards, { held: ["BTC"] })).toEqual([1, 2]);
});

test("a pinned card comes before a larger one, and mute beats pin", () => {
  const cards = [card(1, { magnitude: 5 }), card(2, { type: "macro", magnitude: 2 })];
  expect(chosen(cards, { choices: { muted: [], pinned: ["macro"] } })).toEqual([2, 1]);
  expect(chosen(cards, { choices: { muted: ["macro"], pinned: ["macro"] } })).toEqual([1]);
});

test("ten cards of one incident take two places, whatever else they are", () => {
  const ofIncident = Array.from({ length: 10 }, (_, index) =>
    card(index + 1, { magnitude: 5, matters: [`evt_${index}`, "inc_1"] }),
  );
  const others = [card(20), card(21), card(22)];
  expect(chosen([...ofIncident, ...others])).toEqual([1, 2, 20, 21, 22]);
});

test("a muted card takes no place of its incident", () => {
  const matters = ["inc_1"];
  const cards = [
    card(1, { matters, type: "hack", magnitude: 5 }),
    card(2, { matters, type: "hack", magnitude: 5 }),
    card(3, { matters, type: "macro" }),
  ];
  expect(chosen(cards, { choices: { muted: ["hack"], pinned: [] } })).toEqual([3]);
});

test("a card ends at its instant, not a millisecond later", () => {
  const cards = [card(1, { expires_at: iso(NOON + 1) }), card(2, { expires_at: iso(NOON) })];
  expect(chosen(cards)).toEqual([1]);
});

const ASSETS = ["BTC", "ETH", "SOL", "DOGE"];
const someTags = fc.uniqueArray(fc.constantFrom(...CATALYST_TYPES, ...ASSETS), { maxLength: 3 });
const someCards = fc
  .array(
    fc.record({
      type: fc.constantFrom(...CATALYST_TYPES),
      assets: fc.uniqueArray(fc.constantFrom(...ASSETS), { maxLength: 3 }),
      magnitude: fc.integer({ min: 2, max: 5 }),
      confidence: fc.integer({ min: 60, max: 100 }).map((share) => share / 100),
      counted_from: fc.integer({ min: -24, max: 0 }).map((hours) => iso(NOON + hours * HOUR_MS)),
      expires_at: fc.integer({ min: -1, max: 24 }).map((hours) => iso(NOON + hours * HOUR_MS + 1)),
      matters: fc.uniqueArray(fc.constantFrom("inc_1", "inc_2", "inc_3"), { maxLength: 2 }),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map((one, index) => card(index, { ...one, matters: [...one.matters, `evt_${index}`] })),
  );

test("in any list: limits, expiry and mute hold, pinned cards lead, and the order follows the weights", () => {
  fc.assert(
    fc.property(someCards, someTags, someTags, (cards, muted, pinned) => {
      const choices = { muted, pinned };
      const shown = chooseHighlights(cards, { now: NOON, choices });
      expect(shown.length).toBeLessThanOrEqual(MAX_HIGHLIGHTS);
      const counts = new Map<string, number>();
      for (const one of shown) {
        expect(collectTags(one).some((tag) => muted.includes(tag))).toBe(false);
        expect(Date.parse(one.expires_at)).toBeGreaterThan(NOON);
        for (const matter of one.matters) counts.set(matter, (counts.get(matter) ?? 0) + 1);
      }
      expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(MAX_OF_MATTER);
      const lead = shown.map((one) => isPinned(one, choices));
      expect(lead).toEqual(lead.toSorted((a, b) => Number(b) - Number(a)));
      // A missing card has expired, is muted or belongs to a full matter; otherwise the list is
      // full.
      const left = cards.filter((one) => !shown.includes(one));
      const isOut = (one: RankedCard) =>
        Date.parse(one.expires_at) <= NOON ||
        collectTags(one).some((tag) => muted.includes(tag)) ||
        one.matters.some((matter) => (counts.get(matter) ?? 0) >= MAX_OF_MATTER);
      if (shown.length < MAX_HIGHLIGHTS) expect(left.every(isOut)).toBe(true);
      // The order of the input does not matter.
      expect(chooseHighlights(cards.toReversed(), { now: NOON, choices })).toEqual(shown);
    }),
  );
});

describe("tags", () => {
  test("are types and assets", () => {
    expect(["hack", "SOL", "1INCH"].map(isTag)).toEqual([true, true, true]);
    expect(["rumour", "sol", "", "A", "<B>"].map(isTag)).toEqual(Array(5).fill(false));
  });

  test("are in at most one list", () => {
    const pinned = withTag(NO_TAGS, "SOL", "pinned");
    expect(pinned).toEqual({ muted: [], pinned: ["SOL"] });
    expect(withTag(pinned, "SOL", "muted")).toEqual({ muted: ["SOL"], pinned: [] });
    expect(withTag(pinned, "SOL", undefined)).toEqual(NO_TAGS);
  });
});
