import { describe, expect, it } from "vitest";
import {
  draftFault,
  droppedHeaders,
  EMPTY_WEBHOOK_DRAFT,
  webhookBody,
  withFormat,
  withUrl,
} from "./draft.ts";

const draft = { ...EMPTY_WEBHOOK_DRAFT, url: " https://hooks.example/in " };

const added = (name: string, value: string) => ({ key: 0, name, value, storedAt: null });
const stored = (name: string, value = "") => ({ key: 0, name, value, storedAt: "2026-05-01" });

describe("a draft", () => {
  it("becomes the request body", () => {
    const filled = { ...draft, assets: "btc, ETH  btc", conviction: "0.7", perSecond: "5" };
    expect(draftFault(filled)).toBeUndefined();
    expect(webhookBody(filled)).toEqual({
      url: "https://hooks.example/in",
      events: ["agentic.intent", "agentic.executed"],
      filter: { assets: ["BTC", "ETH"], min_conviction: 0.7 },
      max_per_second: 5,
      name: null,
      format: "json",
      headers: {},
      receiver_may_stop: "header",
    });
    expect(webhookBody({ ...draft, conviction: "0,7" }).filter).toEqual({ min_conviction: 0.7 });
    expect(webhookBody(draft).filter).toEqual({});
  });

  it.each([
    [{ url: "  " }, "url"],
    [{ name: "x".repeat(61) }, "name"],
    [{ headers: [added("", "v")] }, "headers"],
    [{ headers: [added("Host", "v")] }, "headers"],
    [{ headers: [added("X-A", "")] }, "headers"],
    [{ headers: [added("X-A", "a\nb")] }, "headers"],
    [{ headers: [stored("X-A"), { ...added("x-a", "v"), key: 1 }] }, "headers"],
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

describe("headers of a draft", () => {
  const bodyOf = (change: Partial<typeof draft>) => webhookBody({ ...draft, ...change }).headers;

  it("are sent when they have a value; a stored one without a new value is not named", () => {
    const headers = [stored("Authorization"), stored("X-Tenant", "red"), added(" X-New ", " v ")];
    expect(bodyOf({ headers })).toEqual({ "X-Tenant": "red", "X-New": "v" });
  });

  it("are removed with null, unless they were added again", () => {
    const removedHeaders = ["Authorization", "X-Tenant"];
    const headers = [added("x-tenant", "blue")];
    expect(bodyOf({ removedHeaders, headers })).toEqual({
      Authorization: null,
      "x-tenant": "blue",
    });
  });

  it("are dropped when the address moves to another origin, unless they have a new value", () => {
    const headers = [stored("Authorization"), stored("X-Tenant", "red"), added("X-New", "v")];
    const dropped = (url: string) =>
      droppedHeaders({ ...draft, url, headers }, "https://hooks.example/in");
    expect(dropped("https://hooks.example/other")).toEqual([]);
    expect(dropped("https://hooks.example:444/in")).toEqual(["Authorization"]);
    expect(dropped("not an address")).toEqual([]);
  });
});

describe("the format of a draft", () => {
  it.each([
    ["https://hooks.slack.com/services/T0/B0/x", "slack", "1"],
    ["https://hooks.slack.com/triggers/T0/1/x", "json", "50"],
    ["https://discord.com/api/webhooks/1/x", "discord", "1"],
    ["https://discord.com/api/webhooks/1/x/slack", "slack", "1"],
    ["https://acme.webhook.office.com/webhookb2/x", "teams", "1"],
    ["https://prod-1.westeurope.logic.azure.com/workflows/x", "teams", "1"],
    ["https://evilslack.com/services/x", "json", "50"],
    ["https://hooks.slack.com.evil.example/services/x", "json", "50"],
    ["hooks", "json", "50"],
  ])("follows the address %s: %s, with its rate", (url, format, perSecond) => {
    expect(withUrl(draft, url)).toMatchObject({ url, format, perSecond });
  });

  it("stays once it is chosen, and so does a rate of one's own", () => {
    const slack = "https://hooks.slack.com/services/T0/B0/x";
    const chosen = { ...draft, isFormatChosen: true };
    expect(withUrl(chosen, slack).format).toBe("json");
    expect(withFormat({ ...draft, perSecond: "7" }, "slack").perSecond).toBe("7");
  });
});
