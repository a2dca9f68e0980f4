/** The reader key opens the reads of the account that a request names: no write, no key, and nothing of the operator. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import { READER_KEY, startVenue, TestTrader } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
let order: string;
beforeAll(async () => {
  fixture = await openVenueFixture({ readerKey: READER_KEY });
  order = String((await fixture.bob.place(RESTING, fixture.now())).body["id"]);
});
afterAll(() => fixture.close());

const WRONG = `reader_${"0d".repeat(32)}`;

function ask(path: string, { account, key = READER_KEY }: { account?: string; key?: string } = {}) {
  const named = account === undefined ? {} : { "x-account-pubkey": account };
  return fixture.get(path, { authorization: `Bearer ${key}`, ...named });
}

const pathOf = (path: string) => path.replace("{order_id}", order);
const readable = ROUTES.filter(({ access, isStream }) => access === "reader" && !isStream).map(
  ({ path }) => path,
);

test("the readable routes are those of balances, leverage, orders, history and the own leaf", () => {
  expect(readable).toEqual([
    "/v1/accounts",
    "/v1/positions",
    "/v1/leverage",
    "/v1/orders",
    "/v1/orders/{order_id}",
    "/v1/fills",
    "/v1/funding",
    "/v1/account/portfolio",
    "/v1/transfers/search",
    "/v1/reserves/leaf",
  ]);
});

test("without an account it reads the transfers of all of them, as vault signers do", async () => {
  const custodys = ROUTES.filter(({ access }) => access === "custodyReader");
  expect(custodys.map(({ path }) => path)).toEqual([
    "/v1/custody/transfers",
    "/v1/custody/withdrawals/{id}",
    "/v1/custody/totals",
  ]);
  const { results } = (await ask("/v1/custody/transfers")).body as { results: object[] };
  const { alice, bob } = fixture;
  expect(results).toMatchObject([{ account: alice.address }, { account: bob.address }]);
  expect((await ask("/v1/custody/totals")).body).toMatchObject({ liabilities: "200000" });
  expect(refusalOf(await ask("/v1/custody/totals", { key: WRONG }))).toEqual([403, "CUSTODY_ONLY"]);
});

test.each(readable)("%s answers the reader as it answers the account itself", async (path) => {
  const { bob } = fixture;
  const [mine, read] = [
    await bob.read(pathOf(path)),
    await ask(pathOf(path), { account: bob.address }),
  ];
  // No proof of reserves has been made here.
  expect(read.status).toBe(path === "/v1/reserves/leaf" ? 404 : 200);
  expect(read.body).toEqual(mine.body);
});

test("an account that never came is an empty one, and reading does not create it", async () => {
  const account = new TestTrader(fixture.venue.url, "nobody").address;
  const { results } = (await ask("/v1/accounts", { account })).body as { results: object[] };
  expect(results).toMatchObject([{ account, balance: "0", account_value: "0" }]);
  for (const path of ["/v1/positions", "/v1/orders", "/v1/fills", "/v1/funding"]) {
    expect((await ask(path, { account })).body["results"]).toEqual([]);
  }
  expect((await ask("/v1/account/portfolio", { account })).body).toMatchObject({ equity: "0" });
  expect(fixture.venue.venue.state.accounts.has(account)).toBe(false);
});

test("an order of another account is not found", async () => {
  const answer = await ask(`/v1/orders/${order}`, { account: fixture.alice.address });
  expect(refusalOf(answer)).toEqual([404, "ORDER_NOT_FOUND"]);
});

test("transfers of another account than the named one are refused", async () => {
  const path = `/v1/transfers/search?account=${fixture.alice.address}`;
  const answer = await ask(path, { account: fixture.bob.address });
  expect(refusalOf(answer)[1]).toBe("ApiKeyIdentityConflict");
});

describe("a request is refused", () => {
  test("without an account, or with one that is no key", async () => {
    for (const account of [undefined, "insurance", "", "0".repeat(44)]) {
      const answer = await ask("/v1/accounts", account === undefined ? {} : { account });
      expect(refusalOf(answer)).toEqual([401, "MALFORMED_CREDENTIAL"]);
    }
  });

  test("with another key, and at a venue that has no such key", async () => {
    const account = fixture.bob.address;
    const answer = await ask("/v1/accounts", { account, key: WRONG });
    expect(refusalOf(answer)).toEqual([401, "MALFORMED_CREDENTIAL"]);
    const venue = await startVenue();
    const headers = { authorization: `Bearer ${READER_KEY}`, "x-account-pubkey": account };
    expect((await fetch(`${venue.url}/v1/accounts`, { headers })).status).toBe(401);
    await venue.close();
  });

  test("at every route that is no such read", async () => {
    const own = new Set(["reader", "custodyReader", "streamReader", "public"]);
    const others = ROUTES.filter(({ access }) => !own.has(access));
    const before = fixture.venue.venue.state.seq;
    for (const { path, method } of others) {
      const target = path.replace(/\{[a-z_]+\}/, order);
      const answer = await fetch(`${fixture.venue.url}${target}`, {
        method,
        headers: {
          authorization: `Bearer ${READER_KEY}`,
          "x-account-pubkey": fixture.bob.address,
          "content-type": "application/json",
        },
        body: method === "GET" ? null : "{}",
      });
      expect([400, 401, 403], `${method} ${path}`).toContain(answer.status);
    }
    expect(fixture.venue.venue.state.seq).toBe(before);
  });

  test("from an address that is not the operator's, where such a list is set", async () => {
    const venue = await startVenue({ readerKey: READER_KEY, operatorAddresses: ["192.0.2.1"] });
    const headers = {
      authorization: `Bearer ${READER_KEY}`,
      "x-account-pubkey": fixture.bob.address,
    };
    const answer = await fetch(`${venue.url}/v1/accounts`, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "IP_NOT_ALLOWED" }]);
    await venue.close();
  });
});
