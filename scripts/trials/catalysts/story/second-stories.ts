/**
 * Makes days on which another story follows within half an hour of one that moved a price. Seeded
 * like the days.
 */
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { TRADED } from "#services/sandbox/story/cast.ts";
import { kindsOn, MACRO_KINDS, macroMattersOn } from "#services/sandbox/story/kinds.ts";
import { hashId, type Matter, reportsOf } from "#services/sandbox/story/reports.ts";
import { pick } from "#services/sandbox/story/side-items.ts";
import type { StoryDay, StoryEvent } from "#services/sandbox/story/story.ts";
import { MARKET_SHARES, marketOf, signed } from "#services/sandbox/story/story-of.ts";

/** The span from the start of the first story to the start of the second, Unix milliseconds. */
export type StoryPair = { from: number; to: number };

/**
 * Adds a second story to the day if one of its events moved a single market.
 * @param day days since 1970-01-01, UTC
 */
export function withSecondStory(
  story: StoryDay,
  seed: string,
  day: number,
): { story: StoryDay; pair: StoryPair | undefined } {
  const key = `second:${seed}:${day}`;
  const random = Random.fromSeed(key);
  const moving = story.events.filter(
    ({ id, assets }) => assets.length === 1 && story.effects.some(({ eventId }) => eventId === id),
  );
  const latest = (day + 1) * DAY_MS - 60 * MINUTE_MS;
  const [first] = moving.filter(({ at }) => at < latest);
  const matter = first && secondMatter(story, { random, day, asset: first.assets[0] ?? "" });
  if (first === undefined || matter === undefined) return { story, pair: undefined };
  const { kind, asset } = matter;
  const at = first.at + random.between(3, 29) * MINUTE_MS;
  const { type, direction } = kind;
  const assets = type === "macro" ? [] : [asset.ticker];
  const event: StoryEvent = { id: hashId(key), type, direction, assets, at, isTrue: true };
  const size = random.between(120, 250) / 10_000;
  const markets = TRADED.filter(({ ticker }) => type === "macro" || ticker === asset.ticker);
  const effects = markets.map(({ ticker }) => ({
    eventId: event.id,
    market: marketOf(ticker),
    shape: "step" as const,
    from: at,
    to: at,
    size: signed(size * (type === "macro" ? (MARKET_SHARES[ticker] ?? 1) : 1), kind),
  }));
  const isDevelopment = seed.startsWith("dev-");
  const items = reportsOf({ event, ...matter }, { random, isDevelopment });
  return {
    story: {
      events: [...story.events, event],
      effects: [...story.effects, ...effects],
      items: [...story.items, ...items],
    },
    pair: { from: first.at, to: at },
  };
}

/**
 * A story about all markets, or about another asset if the day already has such news: two equal
 * stories would be one for every reader.
 */
function secondMatter(
  { events }: StoryDay,
  { random, day, asset: taken }: { random: Random; day: number; asset: string },
): Omit<Matter, "event"> | undefined {
  const isFree = (type: string, ticker?: string) =>
    !events.some((one) => one.type === type && (!ticker || one.assets.includes(ticker)));
  const others = TRADED.filter(({ ticker }) => ticker !== taken);
  const asset = pick(others, random);
  if (isFree("macro")) {
    const kind = pick(MACRO_KINDS, random);
    return { kind, headlines: pick(macroMattersOn(kind, day), random), asset };
  }
  const left = kindsOn(asset.ticker, day).filter(({ type }) => isFree(type, asset.ticker));
  if (left.length === 0) return undefined;
  const kind = pick(left, random);
  return { kind, headlines: pick(kind.matters, random), asset };
}
