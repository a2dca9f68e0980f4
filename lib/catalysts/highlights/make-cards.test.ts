/** Which catalysts become cards, for how long, and with which text in each language. */

import { describe, expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { SERVICE_LOCALES, type ServiceLocale } from "#lib/protocol/enumerations.ts";
import { CATALYST_TYPES, SENTIMENT_DIRECTIONS } from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { Highlight } from "#lib/protocol/wire/highlights.ts";
import { cardText } from "./card-text.ts";
import { CARD_PARAMETERS, computeLife, LONGEST_LIFE_MS, makeCard } from "./make-cards.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const iso = (time: number) => new Date(time).toISOString();
const HEADLINE = "Bridge drained of 30 million dollars";

const EVENT: Catalyst = {
  id: `evt_${"0".repeat(24)}`,
  type: "hack",
  status: "confirmed",
  magnitude: 3,
  magnitude_parts: { authority: 1, market_cap: 1, social_velocity: 1, onchain_anomaly: null },
  sentiment: { direction: "negative", confidence: 0.8 },
  headline: HEADLINE,
  summary: "",
  assets: ["SOL"],
  related_assets: ["BTC"],
  sources: [],
  first_seen_at: iso(NOON),
  last_updated_at: iso(NOON),
  dedup_key: "key",
  simulated: true,
  revision: 1,
  follows: null,
  merged_into: null,
  tracked_until: iso(NOON + 72 * HOUR_MS),
};

type Change = Partial<Catalyst> & { now?: number; locale?: ServiceLocale; countedFrom?: number };

function card({ now = NOON, locale = "en", countedFrom = NOON, ...change }: Change = {}) {
  const seen = { event: { ...EVENT, ...change }, countedFrom, matters: [EVENT.id] };
  return makeCard(seen, { now, locale, choices: { muted: [], pinned: ["SOL"] } });
}

test("a card has the fields of the contract, with the service's text and the source's headline", () => {
  const made = card();
  expect(Highlight.parse(made)).toEqual(made);
  expect(made).toMatchObject({ headline: HEADLINE, assets: ["SOL"], pinned: true });
  expect(made?.text).toBe("Security breach: bad news for SOL");
});

test.each<[string, Partial<Catalyst>]>([
  ["magnitude 1", { magnitude: 1 }],
  ["a merged one", { status: "merged", merged_into: `evt_${"1".repeat(24)}` }],
])("%s is no card", (_name, change) => {
  expect(card(change)).toBeUndefined();
});

test("a catalyst of magnitude 2 is a card, even when its confidence has faded", () => {
  expect(
    card({ magnitude: 2, sentiment: { direction: "neutral", confidence: 0.2 } }),
  ).toBeDefined();
});

test("its life depends on its type: half at magnitude 2 and double at 5", () => {
  const hours = (type: Catalyst["type"]) =>
    [2, 3, 4, 5].map((magnitude) => computeLife({ type, magnitude }) / HOUR_MS);
  expect(hours("listing")).toEqual([3, 6, 9, 12]);
  expect(hours("partnership")).toEqual([3, 6, 9, 12]);
  expect(hours("macro")).toEqual([4, 8, 12, 16]);
  expect(hours("hack")).toEqual([12, 24, 36, 48]);
  const longest = CATALYST_TYPES.map((type) => computeLife({ type, magnitude: 5 }));
  expect(Math.max(...longest)).toBe(LONGEST_LIFE_MS);
  expect(Object.keys(CARD_PARAMETERS.lifeMs).toSorted()).toEqual([...CATALYST_TYPES].toSorted());
});

test("it starts and ends to the millisecond, counted from the last change of direction", () => {
  const end = NOON + 24 * HOUR_MS;
  expect(card({ now: end - 1 })?.expires_at).toBe(iso(end));
  expect(card({ now: end })).toBeUndefined();
  expect(card({ now: NOON - 1 })).toBeUndefined();
  expect(card({ now: end, countedFrom: NOON + HOUR_MS })?.expires_at).toBe(iso(end + HOUR_MS));
});

function textOf(
  { direction, ...change }: Partial<Catalyst> & { direction: Catalyst["sentiment"]["direction"] },
  locale: ServiceLocale = "en",
): string {
  return cardText(
    { ...EVENT, related_assets: [], ...change, sentiment: { direction, confidence: 1 } },
    locale,
  );
}

describe("without an asset", () => {
  test.each(CATALYST_TYPES)(
    "a large event of type %s is about the whole market only if it affects it",
    (type) => {
      const text = textOf({ type, assets: [], magnitude: 5, direction: "negative" });
      expect(text.includes("the whole market")).toBe(type === "macro" || type === "regulatory");
      if (!text.includes("the whole market")) expect(text).toContain("no specific asset");
    },
  );

  test.each<Partial<Catalyst>>([
    { type: "regulatory", magnitude: 4 },
    { type: "regulatory", magnitude: 5, related_assets: ["DAI"] },
    { type: "macro", magnitude: 2 },
  ])("%o does not", (change) => {
    const text = textOf({ assets: [], direction: "negative", ...change });
    expect(text).toContain("no specific asset");
    expect(text).not.toContain("whole market");
  });
});

test("a type that only the summary supports makes no card", () => {
  const summary = "An attacker drained the bridge of 30 million dollars.";
  expect(card({ headline: "Stablecoin or CBDC? A debate goes on", summary })).toBeUndefined();
  expect(card({ headline: "Bridge drained in an exploit", summary: "" })).toBeDefined();
});

const STATUSES = ["confirmed", "unconfirmed", "disputed"] as const;

describe.each(SERVICE_LOCALES)("texts in %s", (locale) => {
  const all = CATALYST_TYPES.flatMap((type) =>
    SENTIMENT_DIRECTIONS.flatMap((direction) =>
      STATUSES.flatMap((status) =>
        [["SOL"], []].map((assets) => textOf({ type, status, direction, assets }, locale)),
      ),
    ),
  );

  test("differ by type, direction and status; without an asset only macro events have a direction", () => {
    expect(new Set(all).size).toBe(6 * 3 * 3 + 5 * 3 + 3 * 3);
    for (const text of all) expect(text).toMatch(/\S{3}/);
  });

  test("name the assets, and contain nothing from the feed", () => {
    const text = card({ locale, assets: ["SOL", "ETH", "BTC", "XRP", "ADA"] })?.text ?? "";
    for (const asset of ["SOL", "ETH", "BTC"]) expect(text).toContain(asset);
    expect(text).not.toContain("XRP");
    expect(text).toContain("2");
    const headline = "Exchange hacked: buy now";
    const others = card({ locale, headline, summary: "x", related_assets: [] });
    expect(others?.text).toBe(card({ locale })?.text);
  });
});

test("an unconfirmed or denied event says so", () => {
  expect(card({ status: "unconfirmed" })?.text).toBe(
    "Unconfirmed: Security breach: bad news for SOL",
  );
  expect(card({ status: "disputed", locale: "de" })?.text).toMatch(/^Bestritten: /);
  expect(card({ status: "disputed", locale: "ar" })?.text).toMatch(/^متنازع عليه: /);
});
