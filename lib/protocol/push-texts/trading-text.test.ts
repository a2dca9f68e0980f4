/** A push of trading says what happened with its figures, what to do, and leads to the right page, in each language. */
import { describe, expect, test } from "vitest";
import { CLOSING_REASONS } from "#lib/protocol/order-states.ts";
import { pushTexts } from "./load.ts";
import { PUSH_LOCALES, type PushLocale, type PushNotice, pushText } from "./push-text.ts";
import {
  closedPush,
  failedPush,
  filledPush,
  marginPush,
  moneyPush,
} from "./trading-pushes.testing.ts";

const said = async (notice: PushNotice, locale: PushLocale = "en") =>
  pushText(notice, await pushTexts(locale), "UTC");

describe("an order", () => {
  test("that a trigger sent says its fill, trigger and result", async () => {
    expect(await said(filledPush())).toEqual({
      title: "Take profit filled. Sold 0.02 BTC at 58,728.8",
      body: "Trigger 59,000 · Realised +0.33 USDC",
      path: "/trade/BTCUSDC",
    });
    expect(await said(filledPush(), "de")).toEqual({
      title: "Take-Profit: 0,02 BTC zu 58.728,8 verkauft",
      body: "Auslöser 59.000 · Realisiert +0,33 USDC",
      path: "/trade/BTCUSDC",
    });
    expect(await said(filledPush(), "ar")).toEqual({
      title: "جني الأرباح: بيع \u20680.02 BTC\u2069 بسعر \u206858,728.8\u2069",
      body: "سعر التفعيل \u206859,000\u2069 · ربح/خسارة محققة \u2068+0.33 USDC\u2069",
      path: "/trade/BTCUSDC",
    });
  });

  test("without a trigger or a known result says its fill alone, without the digits of a division", async () => {
    const plain = { side: "BUY", order_type: "LIMIT", trigger_price: null, realized_pnl: null };
    expect(await said(filledPush({ ...plain, price: "58712.428571428" }))).toEqual({
      title: "Bought 0.02 BTC at 58,712.429",
      body: "",
      path: "/trade/BTCUSDC",
    });
    expect((await said(filledPush({ ...plain, price: "0.000012345678901" }))).title).toBe(
      "Bought 0.02 BTC at 0.000012345679",
    );
  });

  test("that filled in part says how much, and why the rest did not", async () => {
    const part = { filled_size: "0.015", cancel_reason: "NO_LIQUIDITY", realized_pnl: "-1" };
    const { title, body } = await said(filledPush({ ...part, order_type: "STOP_LOSS_MARKET" }));
    expect(title).toBe("Stop loss filled. Sold 0.015 of 0.02 BTC at 58,728.8");
    expect(body).toBe(
      "Trigger 59,000 · Realised -1.00 USDC · The rest was cancelled: no matching orders",
    );
  });

  test("that protected a position and did not fill says so, and why", async () => {
    expect(await said(failedPush())).toEqual({
      title: "Stop loss not filled: sell 0.02 BTC. Reason: no matching orders",
      body: "Trigger 57,000.5 · This order no longer protects your position. Check it and set TP/SL again.",
      path: "/trade/BTCUSDC",
    });
    const entry = failedPush({ reduces: 0, size: "0", side: "BUY" });
    expect(await said(entry)).toMatchObject({
      title: "Stop loss not filled: buy BTC. Reason: no matching orders",
      body: "Trigger 57,000.5",
    });
  });
});

describe("margin", () => {
  test("says how near liquidation is, at which price, and what to do", async () => {
    expect(await said(marginPush())).toEqual({
      title: "Margin is running low: maintenance margin is 51.2 % of equity",
      body: "Nearest liquidation price: BTC at 58,210.4, mark price 61,000.5. Deposit USDC or reduce a position: at 100 % the venue closes positions.",
      path: "/trade/BTCUSDC",
    });
    const worthless = { maintenance_share: null, market: null, level: "DANGER" };
    expect(await said(marginPush({ ...worthless, mark_price: null }))).toMatchObject({
      title: "Liquidation is near: maintenance margin is >100 % of equity",
      path: "/account",
    });
  });

  test("a liquidation has its sum", async () => {
    expect(await said(closedPush())).toEqual({
      title: "Liquidated: 0.5 BTC short, bought back at 58,700",
      body: "Realised -312.40 USDC, fee 14.68 USDC. The position is closed. Equity 44.10 USDC.",
      path: "/account",
    });
    const several = { size: "0.5", remaining_size: "0.1", others: 2 };
    expect(await said(closedPush(several))).toMatchObject({
      title: "Liquidated: 0.5 BTC long, sold at 58,700",
      body: "Other positions closed: 2. Realised -312.40 USDC, fee 14.68 USDC. 0.1 BTC remain. Equity 44.10 USDC.",
    });
  });

  test("auto-deleveraging says that the account had enough margin", async () => {
    const { title, body } = await said(closedPush({ event: "deleveraged", realized_pnl: "20" }));
    expect(title).toBe("Auto-deleveraged: 0.5 BTC closed at 58,700");
    expect(body).toMatch(/^Your account had enough margin\. .* Realised \+20\.00 USDC/);
  });
});

describe("money", () => {
  test("says its amount, fee and transaction, or why it is back", async () => {
    expect(await said(moneyPush("deposit_credited"))).toEqual({
      title: "Deposit credited: 1,250.5 USDC",
      body: "Transaction 4xT6…7a3w",
      path: "/account/transfers",
    });
    expect(await said(moneyPush("withdrawal_paid", { fee: "1.5" }))).toMatchObject({
      title: "Withdrawal paid: 1,250.5 USDC",
      body: "Fee 1.5 USDC · Transaction 4xT6…7a3w",
    });
    const returned = moneyPush("withdrawal_returned", { reason: "no token account" });
    expect(await said(returned)).toMatchObject({
      title: "Withdrawal returned: 1,250.5 USDC",
      body: "Reason: no token account. The money is back in your balance.",
    });
  });
});

test.each(PUSH_LOCALES)(
  "everything in %s has Latin digits and no missing value",
  async (locale) => {
    const notices = [
      ...CLOSING_REASONS.flatMap((reason) => [
        filledPush({ cancel_reason: reason }),
        filledPush({ cancel_reason: reason, side: "BUY", order_type: "STOP_LOSS_MARKET" }),
        failedPush({ cancel_reason: reason, order_type: "TAKE_PROFIT_MARKET", side: "BUY" }),
      ]),
      marginPush(),
      marginPush({ level: "DANGER", maintenance_share: null }),
      closedPush(),
      closedPush({ size: "1", remaining_size: "2", others: 3 }),
      closedPush({ event: "deleveraged" }),
      moneyPush("deposit_credited", { tx_hash: null }),
      moneyPush("withdrawal_paid", { fee: null }),
      moneyPush("withdrawal_returned", { reason: null }),
    ];
    for (const notice of notices) {
      const { title, body } = await said(notice, locale);
      expect(`${title} ${body}`).not.toMatch(/[{}\u0660-\u0669]|undefined|null/);
      expect(title.length).toBeGreaterThan(8);
    }
  },
);
