/** What the list behind the bell says of each type of notice, in three languages. */
import { describe, expect, it } from "vitest";
import { LOCALES } from "#components/i18n/locales.ts";
import { describeNotice, loadNoticeTexts } from "./describe-notice.ts";

const NOTICES = [
  ["partner.level_up", { from: 1, to: 2 }, "/partner"],
  ["partner.level_falls_24h", { from: 2, to: 1 }, "/partner"],
  ["partner.settlement_paid", { settlement_id: "stl_1", amount: "5" }, "/partner"],
  ["agentic.executed", { staged_order_id: "sto_1", order: "BUY 1 BTCUSDC" }, "/approvals/sto_1"],
  ["agentic.refused", { staged_order_id: "sto_1", order: "BUY 1 BTCUSDC" }, "/approvals/sto_1"],
  [
    "webhook.paused",
    { webhook_id: "whk_1", origin: "https://a.example" },
    "/settings/webhooks/whk_1",
  ],
  [
    "push.approval",
    {
      staged_order_id: "sto_1",
      side: "BUY",
      size: "1",
      market: "BTCUSDC",
      expires_at: "2026-05-12T12:35:00.000Z",
    },
    "/approvals/sto_1",
  ],
  [
    "push.trading",
    {
      event: "deposit_credited",
      account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
      amount: "100",
      asset: "USDC",
      tx_hash: null,
    },
    "/account/transfers",
  ],
  [
    "push.alert",
    {
      alert_id: "pal_1",
      market: "BTCUSDC",
      asset: "BTC",
      direction: "above",
      price: "60000",
      mark: "60001.5",
      reached_at: "2026-05-12T12:35:00.000Z",
      note: null,
    },
    "/trade/BTCUSDC",
  ],
  ["something.new", { secret: "x" }, undefined],
] as const;

describe("a notice of the service", () => {
  it.each(LOCALES)("has a text without holes, and leads to its page, in %s", async (locale) => {
    const texts = await loadNoticeTexts(locale);
    for (const [type, data, path] of NOTICES) {
      const shown = describeNotice({ type, data }, texts, "UTC");
      expect(shown.path, type).toBe(path);
      expect(shown.title, type).not.toMatch(/[{}]/);
      expect(shown.title.length, type).toBeGreaterThan(3);
    }
  });

  it("says its figures", async () => {
    const texts = await loadNoticeTexts("en");
    const title = (type: string, data: Record<string, string | number>) =>
      describeNotice({ type, data }, texts, "UTC").title;
    expect(title("agentic.refused", { order: "SELL 2 SOLUSDC" })).toBe(
      "Order refused: SELL 2 SOLUSDC",
    );
    expect(title("partner.level_up", { to: 3 })).toBe("Partner level 3 reached");
  });
});
