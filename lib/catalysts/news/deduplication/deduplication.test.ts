/** Which addresses, texts and stories count as the same. */

import { describe, expect, test } from "vitest";
import {
  computeSimhash,
  formatHex,
  hammingDistance,
  simhashFromHex,
  splitBands,
} from "#lib/catalysts/news/reading/simhash.ts";
import { randomNews } from "#lib/catalysts/testing/random-news.testing.ts";
import { type GivenItem, readItem } from "#lib/catalysts/testing/stored-news.testing.ts";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { canonicalUrl, findPublisher, makeNewsId } from "./canonical-url.ts";
import { type Assigned, type ComparedItem, StoryIndex } from "./story-index.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const BASE = { base: "https://feed.example/rss", simulatedOrigin: undefined };

describe("an address", () => {
  const idOf = (link: string) => {
    const url = canonicalUrl(link, BASE);
    return url === undefined ? undefined : makeNewsId(url);
  };

  test.each([
    "http://www.news.example/a/",
    "https://NEWS.example:443/a",
    "https://news.example./a",
    "https://news.example/a#part",
    "https://news.example/a?utm_source=x&fbclid=1&ref=home",
    "//news.example/a",
  ])("%s is the same as https://news.example/a", (link) => {
    expect(idOf(link)).toBe(idOf("https://news.example/a"));
  });

  test("differs by its path and by parameters that select the text", () => {
    const ids = ["/a", "/A", "/a?id=1", "/a?id=2", "/a/b"].map((path) =>
      idOf(`https://news.example${path}`),
    );
    expect(new Set(ids).size).toBe(5);
    expect(idOf("https://n.example/a?b=1&a=2")).toBe(idOf("https://n.example/a?a=2&b=1"));
  });

  test("still opens in a browser, and shows its host", () => {
    const url = canonicalUrl("http://www.news.example/a/?utm_medium=x&id=1", BASE);
    expect(url?.href).toBe("https://www.news.example/a/?id=1");
    expect(url && findPublisher(url)).toBe("news.example");
    expect(canonicalUrl("/rel", BASE)?.href).toBe("https://feed.example/rel");
  });

  test("with look-alike letters shows its real host", () => {
    const url = canonicalUrl("https://krаken.example/", BASE);
    expect(url && findPublisher(url)).toMatch(/^xn--/);
  });
});

describe("a simhash", () => {
  const words = (text: string) => text.split(" ");
  const LONG =
    "the exchange said on tuesday that attackers took customer funds from its hot wallets and that withdrawals stay closed while it reviews the matter with outside experts";

  test("round-trips as text, and shares a band with every hash at most three bits away", () => {
    const { below } = chanceOf(1);
    const hash = computeSimhash(words(LONG));
    expect(simhashFromHex(formatHex(hash))).toEqual(hash);
    for (let round = 0; round < 200; round += 1) {
      const near = { ...hash };
      for (let flip = 0; flip < 3; flip += 1) {
        const bit = below(64);
        if (bit < 32) near.high = (near.high ^ (1 << bit)) >>> 0;
        else near.low = (near.low ^ (1 << (bit - 32))) >>> 0;
      }
      expect(hammingDistance(hash, near)).toBeLessThanOrEqual(3);
      expect(splitBands(near).some((band) => splitBands(hash).includes(band))).toBe(true);
    }
  });

  test("is far from that of another text", () => {
    const other = computeSimhash(
      words("central bank leaves its rate where it was and speaks of patience in the months ahead"),
    );
    expect(hammingDistance(computeSimhash(words(LONG)), other)).toBeGreaterThan(15);
    expect(hammingDistance(computeSimhash([]), computeSimhash(["a"]))).toBeGreaterThan(3);
  });
});

/** An item in the form in which the intake compares it. */
function comparedOf(given: GivenItem, at: number): ComparedItem {
  const { item, reading } = readItem(given, at);
  const { type, assets, details, words, simhash } = reading;
  return {
    id: item.id,
    source: "wire",
    at,
    type,
    assets: assets.filter(({ weight }) => weight >= 0.5).map(({ asset }) => asset),
    details,
    simhash: simhashFromHex(simhash),
    words,
  };
}

test("an index that is loaded from the last 48 hours continues like one that saw everything", () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const live = new StoryIndex();
    const stored: { item: ComparedItem; placed: Assigned }[] = [];
    for (const { minutes, items } of randomNews(seed, 70)) {
      const at = NOON + minutes * 60_000;
      const loaded = new StoryIndex();
      const last = stored.at(-1)?.item.at ?? at;
      for (const { item, placed } of stored.filter((row) => row.item.at >= last - 48 * HOUR_MS)) {
        const first = stored.find((row) => row.placed.storyId === placed.storyId)?.item;
        loaded.remember(item, placed, first);
      }
      for (const given of items) {
        const item = comparedOf(given, at);
        const before = stored.findLast((row) => row.item.id === item.id)?.placed;
        const placed = live.assign(item, before);
        expect(loaded.assign(item, before), `seed ${seed}`).toEqual(placed);
        stored.push({ item, placed });
      }
    }
  }
});

describe("a source that floods", () => {
  let count = 0;
  const itemWith = (source: string, ...words: string[]): ComparedItem => {
    count += 1;
    const details = { exchanges: [], amounts: [], days: [], actors: [] };
    const simhash = computeSimhash([`item ${count}`, ...words]);
    const rest = { at: NOON + count, assets: ["SOL"], details, simhash, words };
    return { id: `item ${count}`, source, type: "hack", ...rest };
  };
  const storyIdOf = (index: StoryIndex, item: ComparedItem) =>
    index.assign(item, undefined).storyId;

  test("with one story does not hide another source's item in that story", () => {
    const index = new StoryIndex();
    const first = itemWith("one", "bridge", "vault", "drained", "signer");
    expect(storyIdOf(index, first)).toBe(first.id);
    for (let round = 0; round < 10; round += 1)
      expect(storyIdOf(index, itemWith("flood", "bridge", "vault", "flood", "torrent"))).toBe(
        first.id,
      );
    expect(storyIdOf(index, itemWith("two", "drained", "signer", "night", "key"))).toBe(first.id);
  });

  test("with one name does not hide a story that another source began", () => {
    const index = new StoryIndex();
    const first = itemWith("one", "bridge", "vault", "drained", "signer");
    index.assign(first, undefined);
    for (let round = 0; round < 150; round += 1)
      index.assign(itemWith("flood", `a${round}`, `b${round}`, `c${round}`), undefined);
    expect(storyIdOf(index, itemWith("two", "bridge", "vault", "night", "key"))).toBe(first.id);
  });
});

describe("a story", () => {
  type Given = [headline: string, hours: number, summary?: string];

  function placementsOf(...items: readonly Given[]) {
    const index = new StoryIndex();
    return items.map(([headline, hours, summary], number) => {
      const given = { url: `https://news.example/${number}`, headline, summary: summary ?? "" };
      return index.assign(comparedOf(given, NOON + hours * HOUR_MS), undefined);
    });
  }
  const areOne = (...items: readonly Given[]) =>
    new Set(placementsOf(...items).map(({ storyId }) => storyId)).size === 1;
  const HACK: Given = ["Kraken hacked, $120 million drained from hot wallets", 0];

  test.each<[string, Given]>([
    ["a paraphrase", ["Hackers steal $118M from Kraken", 0.1]],
    ["a report without the amount", ["Attackers breach Kraken wallets", 1]],
    ["a denial", ["Kraken denies it was hacked", 1]],
    ["German", ["Hacker erbeuten 120 Millionen Dollar bei Kraken", 1]],
    ["Arabic", ["اختراق منصة كراكن وسرقة 120 مليون دولار", 1]],
  ])("takes %s", (_, item) => {
    expect(areOne(HACK, item)).toBe(true);
  });

  test.each<[string, Given]>([
    ["another exchange", ["Bybit hacked, $120 million drained from hot wallets", 0.1]],
    ["an amount that is more than twice as large", ["Kraken hacked, $300 million drained", 0.1]],
    ["another type", ["Kraken lists Solana perpetual futures", 0.1]],
    ["what comes more than six hours later", ["Kraken hacked, $120 million gone", 6.1]],
    ["what comes after a clock was seven hours ahead", ["Kraken hacked, $120 million gone", -7]],
    ["a recap of the price", ["Bitcoin falls 5% after Kraken hack", 0.1]],
  ])("leaves out %s", (_, item) => {
    expect(areOne(HACK, item)).toBe(false);
  });

  test("does not include the same kind of event on another day", () => {
    const unlock = (day: string): Given => [`Aptos to unlock 11 million tokens on ${day}`, 0];
    expect(areOne(unlock("May 12"), unlock("May 12"))).toBe(true);
    expect(areOne(unlock("May 12"), unlock("June 12"))).toBe(false);
  });

  test("does not take an item that contradicts one of its items", () => {
    const [first, second, third] = placementsOf(
      ["Kraken hacked", 0],
      ["Kraken hacked, $10 million stolen", 0.1],
      ["Kraken hacked, $90 million stolen", 0.2],
    );
    expect(second?.storyId).toBe(first?.storyId);
    expect(third?.storyId).not.toBe(first?.storyId);
  });

  test("has one voice per text, and form letters about other names have their own", () => {
    const summary = "Trading opens at noon. Deposits are open. ".repeat(6);
    const [one, same, other] = placementsOf(
      ["Binance lists Solana", 0, summary],
      ["Binance lists Solana", 7, summary],
      ["Binance lists Cardano", 0.1, summary],
    );
    expect(same).toEqual(one);
    expect(other?.voiceId).not.toBe(one?.voiceId);
    expect(other?.storyId).not.toBe(one?.storyId);
  });
});
