import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const VENUE_OPERATOR_KEY = `operator_${"0a".repeat(32)}`;
const KEY = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const CHAIN = { CHAIN_URL: "http://127.0.0.1:4300", CHAIN_TREASURY_SEED: "0b".repeat(32) };
const VAULT = {
  VAULT_AUTHORITY: KEY,
  VENUE_READER_KEY: `reader_${"0c".repeat(32)}`,
  CUSTODY_FEE_ACCOUNT: KEY,
};
const RELAY = { DESTINATION_CHAIN_URL: "http://127.0.0.1:4310", RELAY_SEED: "0d".repeat(32) };
const read = (more: Record<string, string>) => readConfig({ VENUE_OPERATOR_KEY, ...more });

describe("the sandbox", () => {
  test("runs without a chain, and then the operator credits deposits", () => {
    const { chain, vault } = read({});
    expect([chain, vault]).toEqual([undefined, undefined]);
  });

  test("pays on a chain, and deposits into the vault when there is one", () => {
    expect(read(CHAIN)).toMatchObject({ chain: { url: CHAIN.CHAIN_URL }, vault: undefined });
    const { vault } = read({ ...CHAIN, ...VAULT });
    expect(vault).toMatchObject({ authority: KEY, feeAccount: KEY });
    expect(vault?.readerKey.reveal()).toBe(VAULT.VENUE_READER_KEY);
  });

  test("has a checkout for one service, which gives all of its settings", () => {
    const given = {
      ONRAMP_API_KEY: "pk_simulated",
      ONRAMP_SECRET_KEY: "s".repeat(32),
      ONRAMP_WEBHOOK_KEY: "w".repeat(32),
      APP_URL: "http://localhost:3000/",
    };
    expect(read(given).checkout).toMatchObject({
      apiKey: "pk_simulated",
      appUrl: "http://localhost:3000",
    });
    for (const name of Object.keys(given))
      expect(read({ ...given, [name]: "" }).checkout).toBeUndefined();
    expect(() => read({ ...given, ONRAMP_WEBHOOK_KEY: "short" })).toThrow("ONRAMP_WEBHOOK_KEY");
  });

  test("has a story when it is asked for one, and none beside a recording", () => {
    expect(read({}).hasStory).toBe(false);
    expect(read({ SANDBOX_STORY: "on" }).hasStory).toBe(true);
    expect(read({ SANDBOX_STORY: "on", FEED: "replay:bars.csv" }).hasStory).toBe(false);
    expect(() => read({ SANDBOX_STORY: "loud" })).toThrow("SANDBOX_STORY");
  });

  test("relays to a second chain when there is one", () => {
    expect(read(CHAIN).relay).toBeUndefined();
    const { relay } = read({ ...CHAIN, ...RELAY });
    expect(relay?.destinationUrl).toBe(RELAY.DESTINATION_CHAIN_URL);
    expect(relay?.seed.reveal()).toBe(RELAY.RELAY_SEED);
  });

  test.each([
    [RELAY, /belong together/],
    [{ ...CHAIN, RELAY_SEED: RELAY.RELAY_SEED }, /belong together/],
    [{ CHAIN_URL: CHAIN.CHAIN_URL }, /belong together/],
    [{ CHAIN_TREASURY_SEED: CHAIN.CHAIN_TREASURY_SEED }, /belong together/],
    [VAULT, /needs CHAIN_URL/],
    [{ ...CHAIN, VAULT_AUTHORITY: KEY }, /VENUE_READER_KEY/],
    [{ ...CHAIN, ...VAULT, VAULT_AUTHORITY: "nobody" }, /VAULT_AUTHORITY/],
    [{ ...CHAIN, CHAIN_TREASURY_SEED: "0b" }, /CHAIN_TREASURY_SEED/],
  ])("refuses settings that do not fit: %j", (settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });
});
