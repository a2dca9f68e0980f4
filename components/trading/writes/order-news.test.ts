import { expect, test } from "vitest";
import type { FillRecord, OrderRecord } from "#lib/protocol/wire/account.ts";
import { changesOf, forcedSince, newsOfEnd, openAsSeen } from "./order-news.ts";

const order = (change: Partial<Record<keyof OrderRecord, unknown>>): OrderRecord =>
  ({ id: "1", filled_size: "0", status: "CLOSED", cancel_reason: "", ...change }) as OrderRecord;
const fill = (id: number, trade_type: FillRecord["trade_type"]) =>
  ({ id, trade_type }) as FillRecord;

test("an open order that filled further is news, one that is seen for the first time is not", () => {
  const seen = openAsSeen([order({ id: "1" }), order({ id: "2", filled_size: "0.1" })]);
  const now = [
    order({ id: "1", filled_size: "0.02" }),
    order({ id: "2", filled_size: "0.10" }),
    order({ id: "3", filled_size: "5" }),
  ];
  expect(changesOf(seen, now)).toEqual({ filled: [now[0]], gone: [] });
});

test("an order that is open no more is looked up by its id", () => {
  const seen = openAsSeen([order({ id: "1" }), order({ id: "2" })]);
  expect(changesOf(seen, [order({ id: "2" })]).gone).toEqual(["1"]);
});

test("a cancellation by its owner is no news; a fill and every end that the venue decides are", () => {
  expect(newsOfEnd(order({ cancel_reason: "USER_CANCELED" }))).toBeUndefined();
  expect(newsOfEnd(order({}))?.kind).toBe("filled");
  expect(newsOfEnd(order({ status: "OPEN" }))).toBeUndefined();
  for (const cancel_reason of ["SELF_TRADE", "REDUCE_ONLY_INVALID", "LIQUIDATION"]) {
    expect(newsOfEnd(order({ cancel_reason }))?.kind).toBe("ended");
  }
});

test("fills that the venue forced are news once", () => {
  const fills = [fill(9, "LIQUIDATION"), fill(8, "FILL"), fill(7, "ADL")];
  expect(forcedSince(7, fills).map(({ id }) => id)).toEqual([9]);
  expect(forcedSince(0, fills).map(({ id }) => id)).toEqual([9, 7]);
});
