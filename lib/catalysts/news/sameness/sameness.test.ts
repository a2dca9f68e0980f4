/** Which addresses, texts and stories are the same. */
import { describe, expect, test } from "vitest";
import {
  bandsOf,
  distance,
  hexOf,
  simhashFromHex,
  simhashOf,
} from "#lib/catalysts/news/reading/simhash.ts";
import { randomNews } from "#lib/catalysts/testing/random-news.testing.ts";
import { type GivenItem, readItem } from "#lib/catalysts/testing/stored-news.testing.ts";
import { chanceOf } from "#lib/platform/random.testing.ts";
import { canonicalUrl, newsIdOf, publisherOf } from "./canonical-url.ts";
import { type ComparedItem, type Placed, StoryIndex } from "./story-index.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const BASE = { base: "https://feed.example/rss", simulatedOrigin: undefined };

describe("an address", () => {
  const idOf = (link: string) => {
    const url = canonicalUrl(link, BASE);
    return url === undefined ? undefined : newsIdOf(url);
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

  test("differs by its path and by parameters that choose the text", () => {
    const ids = ["/a", "/A", "/a?id=1", "/a?id=2", "/a/b"].map((path) =>
      idOf(`https://news.example${path}`),
    );
    expect(new Set(ids).size).toBe(5);
    expect(idOf("https://n.example/a?b=1&a=2")).toBe(idOf("https://n.example/a?a=2&b=1"));
  });

  test("stays one that a browser opens, and shows its host", () => {
    const url = canonicalUrl("http://www.news.example/a/?utm_medium=x&id=1", BASE);
    expect(url?.href).toBe("https://www.news.example/a/?id=1");
    expect(url && publisherOf(url)).toBe("news.example");
    expect(canonicalUrl("/rel", BASE)?.href).toBe("https://feed.example/rel");
  });

  test("with letters that look like others shows what it is", () => {
    const url = canonicalUrl("https://krаken.example/", BASE);
    expect(url && publisherOf(url)).toMatch(/^xn--/);
  });
});

describe("a simhash", () => {
  const words = (text: string) => text.split(" ");
  const LONG =
    "the exchange said on tuesday that attackers took customer funds from its hot wallets and that withdrawals stay closed while it reviews the matter with outside experts";

  test("survives as text, and shares a band with every hash at most three bits away", () => {
    const { below } = chanceOf(1);
    const hash = simhashOf(words(LONG));
    expect(simhashFromHex(hexOf(hash))).toEqual(hash);
    for (let round = 0; round < 200; round += 1) {
      const near = { ...hash };
      for (let flip = 0; flip < 3; flip += 1) {
        const bit = below(64);
        if (bit < 32) near.high = (near.high ^ (1 << bit)) >>> 0;
        else near.low = (near.low ^ (1 << (bit - 32))) >>> 0;
      }
      expect(distance(hash, near)).toBeLessThanOrEqual(3);
      expect(bandsOf(near).some((band) => bandsOf(hash).includes(band))).toBe(true);
    }
  });

  test("is far from that of another text", () => {
    const other = simhashOf(
      words("central bank leaves its rate where it was and speaks of patience in the months ahead"),
    );
    expect(distance(simhashOf(words(LONG)), other)).toBeGreaterThan(15);
    expect(distance(simhashOf([]), simhashOf(["a"]))).toBeGreaterThan(3);
  });
});

/** As the intake compares an item. */
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

test("an index that is loaded from what was stored in 48 hours goes on as one that saw it all", () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const live = new StoryIndex();
    const stored: { item: ComparedItem; placed: Placed }[] = [];
    for (const { minutes, items } of randomNews(seed, 70)) {
      const at = NOON + minutes * 60_000;
      const loaded = new StoryIndex();
      const last = stored.at(-1)?.item.at ?? at;
      for (const { item, placed } of stored.filter((row) => row.item.at >= last - 48 * HOUR)) {
        const first = stored.find((row) => row.placed.storyId === placed.storyId)?.item;
        loaded.remember(item, placed, first);
      }
      for (const given of items) {
        const item = comparedOf(given, at);
        const before = stored.findLast((row) => row.item.id === item.id)?.placed;
        const placed = live.place(item, before);
        expect(loaded.place(item, before), `seed ${seed}`).toEqual(placed);
        stored.push({ item, placed });
      }
    }
  }
});

describe("a source that floods", () => {
  let count = 0;
  const told = (source: string, ...words: string[]): ComparedItem => {
    count += 1;
    const details = { exchanges: [], amounts: [], days: [], actors: [] };
    const simhash = simhashOf([`item ${count}`, ...words]);
    const rest = { at: NOON + count, assets: ["SOL"], details, simhash, words };
    return { id: `item ${count}`, source, type: "hack", ...rest };
  };
  const placeOf = (index: StoryIndex, item: ComparedItem) => index.place(item, undefined).storyId;

  test("a story hides no item of another source in it", () => {
    const index = new StoryIndex();
    const first = told("one", "bridge", "vault", "drained", "signer");
    expect(placeOf(index, first)).toBe(first.id);
    for (let round = 0; round < 10; round += 1)
      expect(placeOf(index, told("flood", "bridge", "vault", "flood", "torrent"))).toBe(first.id);
    expect(placeOf(index, told("two", "drained", "signer", "night", "key"))).toBe(first.id);
  });

  test("a name hides no story that another source began", () => {
    const index = new StoryIndex();
    const first = told("one", "bridge", "vault", "drained", "signer");
    index.place(first, undefined);
    for (let round = 0; round < 150; round += 1)
      index.place(told("flood", `a${round}`, `b${round}`, `c${round}`), undefined);
    expect(placeOf(index, told("two", "bridge", "vault", "night", "key"))).toBe(first.id);
  });
});

describe("a story", () => {
  type Given = [headline: string, hours: number, summary?: string];

  function placesOf(...items: readonly Given[]) {
    const index = new StoryIndex();
    return items.map(([headline, hours, summary], place) => {
      const given = { url: `https://news.example/${place}`, headline, summary: summary ?? "" };
      return index.place(comparedOf(given, NOON + hours * HOUR), undefined);
    });
  }
  const areOne = (...items: readonly Given[]) =>
    new Set(placesOf(...items).map(({ storyId }) => storyId)).size === 1;
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

  test("leaves out another day of the same kind of event", () => {
    const unlock = (day: string): Given => [`Aptos to unlock 11 million tokens on ${day}`, 0];
    expect(areOne(unlock("May 12"), unlock("May 12"))).toBe(true);
    expect(areOne(unlock("May 12"), unlock("June 12"))).toBe(false);
  });

  test("does not grow past what its other items contradict", () => {
    const [first, second, third] = placesOf(
      ["Kraken hacked", 0],
      ["Kraken hacked, $10 million stolen", 0.1],
      ["Kraken hacked, $90 million stolen", 0.2],
    );
    expect(second?.storyId).toBe(first?.storyId);
    expect(third?.storyId).not.toBe(first?.storyId);
  });

  test("has one voice for one text, and form letters about other names have their own", () => {
    const summary = "Trading opens at noon. Deposits are open. ".repeat(6);
    const [one, same, other] = placesOf(
      ["Binance lists Solana", 0, summary],
      ["Binance lists Solana", 7, summary],
      ["Binance lists Cardano", 0.1, summary],
    );
    expect(same).toEqual(one);
    expect(other?.voiceId).not.toBe(one?.voiceId);
    expect(other?.storyId).not.toBe(one?.storyId);
  });
});
