/** The text of a push: exact figures, times in the reader's zone, and its link. */

import { describe, expect, test } from "vitest";
import type { StagedOrderAction } from "#lib/protocol/staged-orders.ts";
import { pushTexts } from "./load.ts";
import { PUSH_LOCALES, type PushNotice, pushText } from "./push-text.ts";

const release = (change: object = {}): PushNotice => ({
  type: "push.calendar",
  data: {
    item_id: "cal_1",
    slot: "soon",
    kind: "cpi",
    title: "CPI m/m",
    country: "US",
    period: "2026-04",
    scheduled_at: "2026-05-12T12:30:00.000Z",
    precision: "minute",
    unit: "%",
    forecast: "0.30",
    previous: null,
    actual: null,
    surprise: null,
    simulated: 0,
    ...change,
  },
});
const price = (change: object = {}): PushNotice => ({
  type: "push.market",
  data: {
    kind: "round_level",
    market: "BTCUSDC",
    asset: "BTC",
    direction: "up",
    price: "100012.123456789",
    closed_at: "2026-05-12T12:30:00.000Z",
    level: "100000",
    percent: null,
    minutes: null,
    ...change,
  },
});
const waiting = (
  side: "BUY" | "SELL",
  action: StagedOrderAction = "place",
): PushNotice & { type: "push.approval" } => ({
  type: "push.approval",
  data: {
    staged_order_id: "sto_1",
    action,
    side,
    size: "0.0200",
    market: "BTCUSDC",
    expires_at: "2026-05-12T12:35:00.000Z",
    outcome: null,
  },
});
const alert = (change: object = {}): PushNotice => ({
  type: "push.alert",
  data: {
    alert_id: "pal_1",
    market: "BTCUSDC",
    asset: "BTC",
    direction: "above",
    price: "60000",
    mark: "60010.5",
    reached_at: "2026-05-12T12:30:00.000Z",
    note: null,
    ...change,
  },
});

describe("a push says", () => {
  test.each([
    ["UTC", "12 May, 12:30 UTC"],
    ["America/New_York", "12 May, 08:30 GMT-4"],
    ["Europe/Berlin", "12 May, 14:30 CEST"],
    ["Asia/Kolkata", "12 May, 18:00 GMT+5:30"],
    ["Pacific/Auckland", "13 May, 00:30 GMT+12"],
  ])("when it is due in %s", async (zone, time) => {
    const { title, body } = pushText(release(), await pushTexts("en"), zone);
    expect(title).toBe(`Consumer prices (CPI): ${time}`);
    expect(body).toBe("CPI m/m, 2026-04 · Forecast 0.30%");
  });

  test("only the day when there is no time, in every zone the same", async () => {
    const row = release({ precision: "day", scheduled_at: "2026-05-12T00:00:00.000Z" });
    const texts = await pushTexts("en");
    const titles = ["Pacific/Auckland", "America/New_York"].map(
      (zone) => pushText(row, texts, zone).title,
    );
    expect(titles).toEqual(["Consumer prices (CPI): 12 May", "Consumer prices (CPI): 12 May"]);
  });

  test("the number with its surprise, and whether it is a sample", async () => {
    const known = { slot: "number", actual: "-1234.5", surprise: "0.10", simulated: 1, unit: "K" };
    expect(pushText(release(known), await pushTexts("de"), "UTC")).toEqual({
      title: "Beispiel: Verbraucherpreise (CPI): -1.234,5K",
      body: "CPI m/m, 2026-04 · Prognose 0,30K · Abweichung +0,10K",
      path: "/calendar",
    });
  });

  test("the level or the move, with all digits of the price", async () => {
    const texts = await pushTexts("en");
    expect(pushText(price(), texts, "UTC")).toEqual({
      title: "BTC rose to 100,000",
      body: "Mark price 100,012.123456789 at 12 May, 12:30 UTC",
      path: "/trade/BTCUSDC",
    });
    expect(pushText(price({ direction: "down" }), texts, "UTC").title).toBe("BTC fell to 100,000");
    const move = { kind: "price_move", level: null, percent: "-12.34", minutes: 60 };
    expect(pushText(price(move), texts, "UTC").title).toBe("BTCUSDC -12.34% in an hour");
    expect(pushText(price({ ...move, percent: "20.01", minutes: 1_440 }), texts, "UTC").title).toBe(
      "BTCUSDC +20.01% in a day",
    );
  });

  test("which order waits, until when, and where to decide", async () => {
    expect(pushText(waiting("SELL"), await pushTexts("en"), "Europe/Berlin")).toEqual({
      title: "Approve: sell 0.0200 BTCUSDC?",
      body: "Decide by 12 May, 14:35 CEST. Nothing happens until you sign.",
      path: "/approvals/sto_1",
    });
  });

  test("what a proposal closes, edits or cancels", async () => {
    const texts = await pushTexts("en");
    const titles = (["close", "modify", "cancel"] as const).map(
      (action) => pushText(waiting("SELL", action), texts, "UTC").title,
    );
    expect(titles).toEqual([
      "Approve: close position of 0.0200 BTCUSDC?",
      "Approve: edit an open order in BTCUSDC?",
      "Approve: cancel an order of 0.0200 BTCUSDC?",
    ]);
  });

  test("how a proposal ended, without a time to decide by", async () => {
    const ended = (outcome: "approved" | "declined" | "withdrawn" | "expired") => {
      const notice = waiting("BUY");
      return { ...notice, data: { ...notice.data, outcome } };
    };
    const [en, de] = [await pushTexts("en"), await pushTexts("de")];
    expect(pushText(ended("expired"), en, "UTC")).toEqual({
      title: "Expired: buy 0.0200 BTCUSDC",
      body: "",
      path: "/approvals/sto_1",
    });
    const titles = (["approved", "declined", "withdrawn"] as const).map(
      (outcome) => pushText(ended(outcome), de, "UTC").title,
    );
    expect(titles).toEqual([
      "Freigegeben: 0,0200 BTCUSDC kaufen",
      "Abgelehnt: 0,0200 BTCUSDC kaufen",
      "Zurückgezogen: 0,0200 BTCUSDC kaufen",
    ]);
  });

  test("which price of an alert was reached from which side, at which mark, and its note", async () => {
    const texts = await pushTexts("en");
    expect(pushText(alert(), texts, "UTC")).toEqual({
      title: "BTC reached 60,000 (was below)",
      body: "Mark price 60,010.5 at 12 May, 12:30 UTC",
      path: "/trade/BTCUSDC",
    });
    const noted = pushText(alert({ direction: "below", note: "buy {price}" }), texts, "UTC");
    expect([noted.title, noted.body]).toEqual([
      "BTC reached 60,000 (was above)",
      "buy {price} · Mark price 60,010.5 at 12 May, 12:30 UTC",
    ]);
  });

  test.each(PUSH_LOCALES)(
    "everything in %s, with Latin digits and no missing value",
    async (locale) => {
      const texts = await pushTexts(locale);
      const known = { slot: "number", actual: "0.4", surprise: "0.1", previous: "0.2" };
      for (const notice of [
        release(),
        release(known),
        price(),
        price({ level: null, percent: "1", minutes: 60 }),
        waiting("BUY"),
        waiting("SELL"),
        alert(),
        alert({ direction: "below" }),
      ]) {
        const { title, body } = pushText(notice, texts, "Europe/Berlin");
        expect(`${title} ${body}`).not.toMatch(/[{}\u0660-\u0669]|undefined|null/);
      }
    },
  );
});
