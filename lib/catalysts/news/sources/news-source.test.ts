/** The sources that the settings define, and which of them are simulated. */
import { expect, test } from "vitest";
import { readConfig } from "#lib/platform/config/config.ts";
import { configuredSources } from "./news-source.ts";

const SIMULATED = "http://127.0.0.1:4100";
const TOKEN = "0123456789abcdef";
const ORIGIN = "https://app.example";
const OWN = { authority: 1, url: ORIGIN };
const VENUE = { ...OWN, name: "venue", publisher: "app.example", simulatedOrigin: undefined };
const WATCHED = {
  NEWS_WATCHED_ACCOUNTS: "Bridge|4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T|USDC|1000",
  SOLANA_RPC_URL: "https://node.example",
};

const shown = (environment: Record<string, string>) =>
  configuredSources(
    readConfig({
      SESSION_SECRET: "s".repeat(32),
      ENCRYPTION_SECRET: "e".repeat(32),
      BASE_URL: ORIGIN,
      ...environment,
    }),
  );

test("a source is simulated when its address is in the simulated world", () => {
  const real = { name: "real", authority: 0.6, url: "https://www.wire.example/rss" };
  const invented = { name: "invented", authority: 1, url: `${SIMULATED}/wire/one.xml` };
  const NEWS_FEEDS = [real, invented]
    .map(({ name, authority, url }) => `${name}|${authority}|${url}`)
    .join(",");
  expect(shown({ NEWS_FEEDS, NEWS_SIMULATED_URL: SIMULATED })).toEqual([
    { ...real, publisher: "wire.example", simulatedOrigin: undefined },
    { ...invented, publisher: "invented", simulatedOrigin: SIMULATED },
    VENUE,
  ]);
});

test("with a token CryptoPanic is a source, and the token is only in its address", () => {
  const [source, ...others] = shown({ CRYPTOPANIC_TOKEN: TOKEN });
  expect(others).toEqual([VENUE]);
  const { url = "", ...rest } = source ?? {};
  const { origin, searchParams } = new URL(url);
  expect(origin).toBe("https://cryptopanic.com");
  expect(searchParams.get("auth_token")).toBe(TOKEN);
  expect(rest).toEqual({
    name: "cryptopanic",
    authority: 0.4,
    publisher: "cryptopanic.com",
    simulatedOrigin: undefined,
  });
});

test("the venue is a source, and the chain when accounts on it are watched", () => {
  expect(shown({})).toEqual([VENUE]);
  const { SOLANA_RPC_URL, ...unread } = WATCHED;
  expect(shown({ SOLANA_RPC_URL })).toEqual([VENUE]);
  expect(shown(unread)).toEqual([VENUE]);
  const chain = { name: "chain", publisher: "explorer.solana.com", simulatedOrigin: undefined };
  expect(shown(WATCHED)).toEqual([VENUE, { ...OWN, ...chain }]);
  const VAULT_AUTHORITY = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
  const vault = { SOLANA_RPC_URL, VAULT_AUTHORITY, CUSTODY_URL: "https://custody.example" };
  expect(shown(vault)).toEqual([VENUE, { ...OWN, ...chain }]);
});

test("measurements of a simulated venue and chain are simulated", () => {
  const simulated = { ...WATCHED, SANDBOX_URL: SIMULATED, SOLANA_NETWORK: "simulated" };
  expect(shown(simulated)).toEqual(
    ["venue", "chain"].map((name) => ({
      ...OWN,
      name,
      publisher: name,
      simulatedOrigin: SIMULATED,
    })),
  );
});

test("the name of a service is reserved", () => {
  const named = (name: string) => ({ NEWS_FEEDS: `${name}|1|https://wire.example/rss` });
  expect(shown(named("cryptopanic"))).toHaveLength(2);
  expect(() => shown({ ...named("cryptopanic"), CRYPTOPANIC_TOKEN: TOKEN })).toThrow(
    "NEWS_FEEDS: the name cryptopanic",
  );
  for (const name of ["venue", "chain"])
    expect(() => shown(named(name))).toThrow(`NEWS_FEEDS: the name ${name}`);
});
