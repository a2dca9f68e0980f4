/** Notices of what happened to resting orders, from the reads of an account and what this browser saw before. */
import { expect, test } from "vitest";
import { followNews } from "./follow-news.ts";
import {
  ANN,
  answers,
  fill,
  news,
  order,
  position,
  readAccount,
  readOrders,
  readPositions,
  settled,
  watchNews,
} from "./news.testing.ts";

let stop: (() => void) | undefined;

watchNews(() => stop?.());

const announced = () => news().map(({ text }) => text);

test("a fill of a resting order and its end are told once", async () => {
  stop = followNews(ANN);
  readOrders(order());
  await settled();
  expect(announced()).toEqual([]);
  readOrders(order({ filled_size: "0.1" }));
  await settled();
  expect(announced()).toEqual(["newsPartBought"]);
  answers["1"] = () => Response.json(order({ filled_size: "0.2" }));
  readOrders();
  await settled();
  readOrders(order({ id: "2" }));
  await settled();
  expect(announced()).toEqual(["newsPartBought", "newsBought"]);
});

test("an order that its owner cancelled, and one that the venue does not know, are no news", async () => {
  stop = followNews(ANN);
  readOrders(order(), order({ id: "2" }));
  answers["1"] = () => Response.json(order({ cancel_reason: "USER_CANCELED" }));
  answers["2"] = () => Response.json({ error: "ORDER_NOT_FOUND" }, { status: 404 });
  readOrders();
  await settled();
  expect(announced()).toEqual([]);
});

test("an end that could not be read is looked up again with the next read of the orders", async () => {
  stop = followNews(ANN);
  readOrders(order());
  readOrders();
  await settled();
  expect(announced()).toEqual([]);
  answers["1"] = () => Response.json(order({ cancel_reason: "SELF_TRADE" }));
  readOrders();
  await settled();
  expect(announced()).toEqual(["newsEnded"]);
});

test("a page that opens later tells what happened while none was open", async () => {
  stop = followNews(ANN);
  readOrders(order());
  await settled();
  stop();
  answers["1"] = () => Response.json(order({ filled_size: "0.2" }));
  stop = followNews(ANN);
  readOrders();
  await settled();
  expect(announced()).toEqual(["newsBought"]);
});

test("a liquidation of an hour later is another notice", async () => {
  stop = followNews(ANN);
  const results = [fill({ id: 3 })];
  answers["fills"] = () => Response.json({ results, next: null });
  readPositions(position("ETHUSDC", "10"));
  await settled();
  results.unshift(fill({ id: 4, trade_type: "LIQUIDATION" }));
  readPositions(position("ETHUSDC", "8"));
  await settled();
  results.unshift(fill({ id: 5, trade_type: "LIQUIDATION", created_at: 3_601_000 }));
  readPositions();
  await settled();
  const keys = news().map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

test("orders that ended for one reason are one sentence", async () => {
  stop = followNews(ANN);
  readOrders(order(), order({ id: "2" }), order({ id: "3" }));
  await settled();
  for (const id of ["1", "2", "3"])
    answers[id] = () => Response.json(order({ id, cancel_reason: "REDUCE_ONLY_INVALID" }));
  readOrders();
  await settled();
  expect(announced()).toEqual(["newsEndedMany"]);
});

test("half and four fifths of the way to liquidation are told once each, also to the next page", async () => {
  stop = followNews(ANN);
  readAccount({ maintenance_margin: "30" });
  readAccount({ maintenance_margin: "51" });
  readAccount({ maintenance_margin: "49" });
  readAccount({ maintenance_margin: "52" });
  await settled();
  expect(announced()).toEqual(["newsMargin"]);
  stop();
  stop = followNews(ANN);
  readAccount({ maintenance_margin: "53" });
  readAccount({ maintenance_margin: "81" });
  readAccount({ maintenance_margin: "30" });
  readAccount({ maintenance_margin: "60" });
  await settled();
  expect(news().map(({ tone }) => tone)).toEqual(["neutral", "bad", "neutral"]);
});

test("an isolated position warns at four fifths only, and again after it was below two thirds", async () => {
  stop = followNews(ANN);
  const isolated = (maintenance_margin: string) =>
    readAccount({ maintenance_margin: "0", isolated: [{ value: "100", maintenance_margin }] });
  for (const maintenance of ["50", "79", "81", "70", "82", "60", "84"]) {
    isolated(maintenance);
    await settled();
  }
  expect(news().map(({ tone }) => tone)).toEqual(["bad", "bad"]);
});
