/** The toast about one's own order says what it earned, as soon as that is certain. */
import { expect, test } from "vitest";
import { readEnglish } from "#components/i18n/client-text.testing.ts";
import { announceResult } from "./announce-result.ts";
import { ANN, answers, fill, news, order, watchNews } from "./news.testing.ts";
import type { Intent } from "./write-types.ts";

readEnglish();
watchNews(() => {});

const write = (kind: Intent["kind"] = "place") =>
  ({ kind, digest: "ab", account: ANN, summary: "Close 0.3 BTC", count: 1 }) as Intent;

const closed = order({
  side: "SELL",
  status: "CLOSED",
  filled_size: "0.3",
  avg_fill_price: "58728.8",
  created_at: 500,
});

const accepted = (...orders: (typeof closed)[]) =>
  ({ state: "accepted", orders, refusals: [], missing: 0 }) as const;

const noPause = () => Promise.resolve();

const FIRST = fill({ id: 7, size: "0.1", realized_pnl: "0.123456789" });
const SECOND = fill({ id: 8, size: "0.2", realized_pnl: "-2.5" });
const OTHER = fill({ id: 6, size: "5", order_id: "9", realized_pnl: "1000" });

const page = (results: unknown[], next: string | null = null) => Response.json({ results, next });

test("a close is told at once, and again in its place with the PnL of all of its fills", async () => {
  answers["fills"] = () => page([SECOND, FIRST, OTHER]);
  await announceResult({ write: write(), result: accepted(closed) }, noPause);
  const [first, second, ...more] = news();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ tone: "good", detail: "Close 0.3 BTC" });
  expect(second).toMatchObject({
    text: first?.text,
    detail: "Close 0.3 BTC · Realised -2.38 USDC",
  });
  expect(second?.key).toBe(first?.key);
});

test("fills on several pages are added up, and those after the order was read do not count", async () => {
  const later = fill({ id: 9, size: "0.4", realized_pnl: "50" });
  const pages = [
    page([later, SECOND], "2"),
    page([FIRST], "3"),
    page([{ ...OTHER, created_at: 100 }], "4"),
  ];
  answers["fills"] = () => pages.shift() ?? Response.error();
  await announceResult({ write: write("modify"), result: accepted(closed) }, noPause);
  expect(news().at(-1)?.detail).toBe("Close 0.3 BTC · Realised -2.38 USDC");
});

test("a history that lacks the newest fill is read again, and a part of the PnL is never told", async () => {
  const pauses: number[] = [];
  const pause = (milliseconds: number) => noPause().then(() => void pauses.push(milliseconds));
  answers["fills"] = () => page(pauses.length < 3 ? [FIRST] : [SECOND, FIRST]);
  await announceResult({ write: write(), result: accepted(closed) }, pause);
  expect(pauses).toEqual([0, 300, 1_000]);
  expect(news().at(-1)?.detail).toContain("Realised -2.38 USDC");
  const reported = news().length;
  answers["fills"] = () => page([FIRST]);
  await announceResult({ write: write(), result: accepted(closed) }, noPause);
  expect(
    news()
      .slice(reported)
      .map(({ detail }) => detail),
  ).toEqual(["Close 0.3 BTC"]);
});

test.each([
  ["an order that opened a position", write(), accepted(closed), [fill({ size: "0.3" })]],
  ["an order that waits", write(), accepted(order({ status: "OPEN" })), [FIRST, SECOND]],
  ["a cancellation", write("cancel"), accepted(closed), [FIRST, SECOND]],
  ["a refusal", write(), { state: "rejected", code: "MARK_STALE", message: "" } as const, []],
])("%s has no PnL", async (_what, target, result, fills) => {
  answers["fills"] = () => page(fills);
  await announceResult({ write: target, result }, noPause);
  expect(news()).toHaveLength(1);
});
