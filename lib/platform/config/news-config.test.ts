/** The sources of news that an operator names. */
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const SECRETS = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_SECRET: "e".repeat(32) };
const read = (environment: Record<string, string>) =>
  readConfig({ ...SECRETS, ...environment }).news;
const SIMULATED = "http://127.0.0.1:4100";

test("without settings there are no sources, and a minute lies between two reads", () => {
  expect(read({})).toEqual({
    feeds: [],
    watched: [],
    simulatedOrigin: undefined,
    pollMs: 60_000,
    cryptoPanicToken: undefined,
    model: undefined,
  });
});

test("sources have a name, an authority and an address", () => {
  const { feeds, simulatedOrigin, pollMs } = read({
    NEWS_FEEDS: `wire|0.6|https://wire.example/rss?a=1%2C2, sandbox-one|1|${SIMULATED}/wire/one.xml,`,
    NEWS_SIMULATED_URL: `${SIMULATED}/`,
    NEWS_POLL_SECONDS: "5",
  });
  expect(feeds).toEqual([
    { name: "wire", authority: 0.6, url: "https://wire.example/rss?a=1%2C2" },
    { name: "sandbox-one", authority: 1, url: `${SIMULATED}/wire/one.xml` },
  ]);
  expect([simulatedOrigin, pollMs]).toEqual([SIMULATED, 5_000]);
});

describe("a wrong source stops the start and is named", () => {
  test.each([
    ["wire|https://wire.example", "name|authority|url"],
    ["wire|0.5|https://wire.example|rss", "name|authority|url"],
    ["My Wire|0.5|https://wire.example", "name of lower-case"],
    ["wire|1.5|https://wire.example", "authority from 0 to 1"],
    ["wire|.5|https://wire.example", "authority from 0 to 1"],
    ["wire|0.5|wire.example", "end with an address"],
    ["wire|0.5|file:///etc/passwd", "end with an address"],
    ["wire|0.5|https://me:secret@wire.example", "must not have a password"],
    ["wire|0.5|https://a.example,wire|0.6|https://b.example", "two sources are named wire"],
    ["wire|0.5|http://wire.example", "https://"],
    ["wire|0.5|http://127.0.0.1:4101/wire", "https://"],
  ])("%s", (feeds, reason) => {
    expect(() => read({ NEWS_FEEDS: feeds, NEWS_SIMULATED_URL: SIMULATED })).toThrow(reason);
  });

  test("plain HTTP is for the simulated world on this machine only", () => {
    expect(() => read({ NEWS_SIMULATED_URL: "http://wire.example" })).toThrow("NEWS_SIMULATED_URL");
  });

  test("the token of CryptoPanic is not printed", () => {
    const news = read({ CRYPTOPANIC_TOKEN: "0123456789abcdef" });
    expect(JSON.stringify(news)).not.toContain("0123456789abcdef");
    expect(() => read({ CRYPTOPANIC_TOKEN: "a b&c=d efgh" })).toThrow("CRYPTOPANIC_TOKEN");
  });
});

describe("a language model", () => {
  const MODEL = { LLM_BASE_URL: "https://model.example/v1/", LLM_MODEL: "small-1" };

  test("has an address and a name, and its key is not printed", () => {
    expect(read(MODEL).model).toEqual({
      baseUrl: "https://model.example/v1",
      name: "small-1",
      apiKey: undefined,
    });
    const { model } = read({ ...MODEL, LLM_API_KEY: "sk-0123456789" });
    expect(model?.apiKey?.reveal()).toBe("sk-0123456789");
    expect(JSON.stringify(model)).not.toContain("0123456789");
  });

  test.each<[Record<string, string>, string]>([
    [{ LLM_BASE_URL: MODEL.LLM_BASE_URL }, "belong together"],
    [{ LLM_MODEL: "small-1" }, "belong together"],
    [{ LLM_API_KEY: "sk-0123456789" }, "belong together"],
    [{ ...MODEL, LLM_BASE_URL: "http://model.example/v1" }, "https://"],
    [{ ...MODEL, LLM_BASE_URL: "https://me:secret@model.example/v1" }, "no password"],
    [{ ...MODEL, LLM_BASE_URL: "https://model.example/v1?key=1" }, "no parameters"],
    [{ ...MODEL, LLM_MODEL: "two words" }, "LLM_MODEL"],
    [{ ...MODEL, LLM_API_KEY: "a\r\nx-header: b" }, "LLM_API_KEY"],
  ])("stops the start when it is %j", (settings, reason) => {
    expect(() => read(settings)).toThrow(reason);
  });
});

describe("watched accounts", () => {
  const ACCOUNT = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

  test("have a label, an account, a token and the least change", () => {
    const { watched } = read({ NEWS_WATCHED_ACCOUNTS: `Example bridge|${ACCOUNT}|SOL|250,` });
    const least = 250_000_000_000n;
    expect(watched).toEqual([{ label: "Example bridge", account: ACCOUNT, asset: "SOL", least }]);
  });

  test.each([
    [`Bridge|${ACCOUNT}|SOL`, "label|account|token|least"],
    [`|${ACCOUNT}|SOL|1`, "begin with a label"],
    [`<b>|${ACCOUNT}|SOL|1`, "begin with a label"],
    ["Bridge|short|SOL|1", "base58 account"],
    [`Bridge|${ACCOUNT}|DOGE|1`, "a token of USDC, SOL"],
    [`Bridge|${ACCOUNT}|constructor|1`, "a token of USDC, SOL"],
    [`Bridge|${ACCOUNT}|SOL|0.5`, "whole number"],
    [`Bridge|${ACCOUNT}|SOL|0`, "whole number"],
    [`One|${ACCOUNT}|SOL|1,Two|${ACCOUNT}|SOL|1`, "watched twice"],
  ])("%s stops the start", (NEWS_WATCHED_ACCOUNTS, reason) => {
    expect(() => read({ NEWS_WATCHED_ACCOUNTS })).toThrow(reason);
  });
});
