/** What a signal writes into the ticket, and that it knows no way to send anything. */
import { expect, test } from "vitest";
import { changeDraft, EMPTY_DRAFT } from "#components/trading/ticket/draft.ts";
import { draftOf, obstacleTo } from "./prepared-draft.ts";
import { SIGNAL } from "./prepared-signal.testing.ts";

test("side, stop loss and target are filled in the page's language, and the size stays the owner's", () => {
  const typed = { ...EMPTY_DRAFT, size: "0,5", reduceOnly: true };
  expect(changeDraft(typed, draftOf(SIGNAL, "de"))).toMatchObject({
    side: "SELL",
    type: "MARKET",
    timeInForce: "IOC",
    size: "0,5",
    reduceOnly: false,
    takeProfit: { unit: "price", text: "63000,5" },
    stopLoss: { unit: "price", text: "65000,5" },
  });
  expect(changeDraft(EMPTY_DRAFT, draftOf({ ...SIGNAL, direction: "long" }, "en"))).toMatchObject({
    side: "BUY",
    size: "",
  });
});

test("a signal that has ended, one of another market, and one in shadow fill nothing", () => {
  expect(obstacleTo(SIGNAL, "BTCUSDC")).toBeUndefined();
  expect(obstacleTo(SIGNAL, "ETHUSDC")).toBe("otherMarket");
  expect(obstacleTo({ ...SIGNAL, state: "expired" }, "BTCUSDC")).toBe("ended");
  expect(obstacleTo({ ...SIGNAL, shadow: true }, "BTCUSDC")).toBe("shadow");
});
