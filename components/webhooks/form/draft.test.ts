import { describe, expect, it } from "vitest";
import { draftFault, EMPTY_WEBHOOK_DRAFT, webhookBody } from "./draft.ts";

const draft = { ...EMPTY_WEBHOOK_DRAFT, url: " https://hooks.example/in " };

describe("a draft", () => {
  it("becomes the request body", () => {
    const filled = { ...draft, assets: "btc, ETH  btc", conviction: "0.7", perSecond: "5" };
    expect(draftFault(filled)).toBeUndefined();
    expect(webhookBody(filled)).toEqual({
      url: "https://hooks.example/in",
      events: ["agentic.intent", "agentic.executed"],
      filter: { assets: ["BTC", "ETH"], min_conviction: 0.7 },
      max_per_second: 5,
    });
    expect(webhookBody({ ...draft, conviction: "0,7" }).filter).toEqual({ min_conviction: 0.7 });
    expect(webhookBody(draft).filter).toEqual({});
  });

  it.each([
    [{ url: "  " }, "url"],
    [{ events: [] }, "events"],
    [{ assets: "BTC, ?" }, "assets"],
    [{ conviction: "1.5" }, "conviction"],
    [{ conviction: "high" }, "conviction"],
    [{ perSecond: "0" }, "perSecond"],
    [{ perSecond: "501" }, "perSecond"],
    [{ perSecond: "1.5" }, "perSecond"],
  ] as const)("with %o cannot be sent: %s", (wrong, field) => {
    expect(draftFault({ ...draft, ...wrong })).toBe(field);
  });
});
