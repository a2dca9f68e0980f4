/**
 * An attacker's feeds never crash the process, block the main thread, or yield anything but plain
 * text with web addresses.
 */
import { afterAll, describe, expect, test, vi } from "vitest";
import { ParseError } from "#lib/catalysts/sources/thread-parser.ts";
import {
  BOMBS,
  DATES,
  feedWithDate,
  TRICKS,
} from "#lib/catalysts/testing/hostile-feeds.testing.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { newsParser } from "./news-parser.ts";
import type { FetchedFeed } from "./parse-feed.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const LIMIT_MS = 1_234;
const parser = newsParser({ timers: systemTimers });
afterAll(() => parser.close());

const fetched = (bytes: Uint8Array, contentType?: string): FetchedFeed => ({
  bytes,
  contentType,
  url: "https://news.example/rss",
  simulatedOrigin: undefined,
  now: NOON,
});
const HONEST = fetched(
  Buffer.from(
    '<rss version="2.0"><channel><item><title>A quiet day</title><link>https://news.example/9</link></item></channel></rss>',
  ),
);

const isRefused = (error: unknown) => {
  if (!(error instanceof ParseError)) throw error;
  return error.failure;
};

describe("a bomb ends only its own thread, and the next feed is read:", () => {
  test.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))("%s", async (_, bomb) => {
    const answer = await parser.parse(fetched(bomb.bytes, bomb.contentType)).catch(isRefused);
    if (typeof answer !== "string") {
      expect(answer.items.map(({ headline }) => headline).join("")).not.toMatch(/x{50}|root:/);
      expect(answer.items.length).toBeLessThanOrEqual(500);
    }
    expect((await parser.parse(HONEST)).items).toMatchObject([{ headline: "A quiet day" }]);
  });

  test("a document that is still being read at the limit is given up, and so is its thread", async () => {
    // The limit of the first document passes before any answer of its thread can arrive.
    let limits = 0;
    const after = (delayMs: number, run: () => void) => {
      if (delayMs === LIMIT_MS && ++limits === 1) run();
      return () => {};
    };
    const short = newsParser({ timers: { after }, timeMs: LIMIT_MS });
    const slow = fetched(Buffer.from(`<rss version="2.0"><channel>${"<a/>".repeat(200_000)}`));
    await expect(short.parse(slow)).rejects.toMatchObject({ failure: "too_slow" });
    expect((await short.parse(HONEST)).items).toMatchObject([{ headline: "A quiet day" }]);
    await short.close();
  });
});

test("a thread that has had no document for half a minute ends, and the next document gets another one", async () => {
  const timers = new ManualTimers(NOON);
  const resting = newsParser({ timers });
  const parse = async () => expect((await resting.parse(HONEST)).items).toHaveLength(1);
  await parse();
  await vi.waitFor(() => expect(timers.pending()).toEqual([30_000]));
  // A document meanwhile keeps the thread alive.
  await timers.advance(20_000);
  await parse();
  await vi.waitFor(() => expect(timers.pending()).toEqual([30_000]));
  await timers.advance(30_000);
  expect(timers.pending()).toEqual([]);
  await parse();
  await resting.close();
  expect(timers.pending()).toEqual([]);
});

describe("a trick becomes plain text:", () => {
  test.each(TRICKS.map((trick) => [trick.name, trick] as const))("%s", async (_, trick) => {
    const { items } = await parser.parse(fetched(trick.bytes, trick.contentType));
    expect(items.map(({ headline }) => headline)).toEqual(trick.headlines);
    for (const { url, headline, summary } of items) {
      expect(url).toMatch(/^https:\/\/[a-z.]+\//);
      expect(headline.length).toBeLessThanOrEqual(500);
      expect(`${headline}${summary}`.isWellFormed()).toBe(true);
    }
  });

  test.each(DATES)("the date %j is believed: %s", async (date, isBelieved) => {
    const { items } = await parser.parse(fetched(feedWithDate(date)));
    expect(items.map(({ publishedAt }) => publishedAt !== null)).toEqual([isBelieved]);
  });
});

test("plain HTTP is accepted only at the simulated origin", async () => {
  const link = (url: string) => `<item><title>${url}</title><link>${url}</link></item>`;
  const links = [
    "http://127.0.0.1:4100/wire/items/1",
    "http://127.0.0.1:4101/x",
    "http://10.0.0.1/",
  ];
  const text = `<rss version="2.0"><channel>${links.map(link).join("")}</channel></rss>`;
  const feed = { ...fetched(Buffer.from(text)), simulatedOrigin: "http://127.0.0.1:4100" };
  expect((await parser.parse(feed)).items.map(({ url }) => url)).toEqual([links[0]]);
});

/** Measures the CPU time of this thread, which other work on the machine does not affect. */
async function spentMs(bytes: Uint8Array): Promise<number> {
  const before = process.threadCpuUsage();
  await parser.parse(fetched(bytes)).catch(isRefused);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test("no feed costs the main thread 50 ms", async () => {
  for (const { name, bytes } of [...BOMBS, ...TRICKS]) {
    // Thread starts and garbage collection affect only some tries; the cost of the feed is in each.
    const tries: number[] = [];
    while (tries.length < 4 && Math.min(...tries, 50) >= 50) tries.push(await spentMs(bytes));
    expect(Math.min(...tries), name).toBeLessThan(50);
  }
});
