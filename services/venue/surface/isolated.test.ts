/** Isolated margin over HTTP: the change of mode, the wallet in reads, and changes of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

const MARKET = "BTCUSDC";
const order = {
  market: MARKET,
  price: "64000",
  order_type: "LIMIT",
  time_in_force: "GTC",
} as const;

let fixture: VenueFixture;
let eve: TestTrader;
/** eve is long 0.1 at 64,000, isolated at 10×: 640 of margin and 2.88 of fee left her 1,000. */
beforeAll(async () => {
  fixture = await openVenueFixture();
  eve = await fixture.trader("eve", "1000");
  const { alice, now } = fixture;
  const chosen = { market: MARKET, leverage: 10, mode: "ISOLATED" } as const;
  expect((await eve.updateLeverage(chosen, now())).body).toMatchObject({ mode: "ISOLATED" });
  await alice.place({ ...order, side: "SELL", size: "0.1" }, now());
  expect((await eve.place({ ...order, side: "BUY", size: "0.1" }, now())).status).toBe(201);
});
afterAll(() => fixture.close());

async function results<Row>(path: string): Promise<Row[]> {
  return (await eve.read(path)).body["results"] as Row[];
}

const change = (amount: string, market = MARKET) =>
  eve.updateIsolatedMargin({ market, amount }, fixture.now());

test("the account's figures and the position's own are apart", async () => {
  const [account] = await results<AccountRecord>("/v1/accounts");
  expect(account).toMatchObject({
    balance: "357.12",
    account_value: "357.12",
    initial_margin: "0",
    maintenance_margin: "0",
    free_collateral: "357.12",
    unrealized_pnl: "0",
    leverage: [{ market: MARKET, mode: "ISOLATED", leverage: 10 }],
    isolated: [
      {
        market: MARKET,
        wallet: "640",
        value: "640",
        initial_margin: "640",
        maintenance_margin: "160",
      },
    ],
  });
  const [position] = await results<PositionRecord>("/v1/positions");
  // 640 + 0.1 × (p - 64,000) = 0.0025 × p.
  expect(position).toMatchObject({
    isolated_wallet: "640",
    initial_margin: "640",
    maintenance_margin: "160",
    liquidation_price: "59077",
  });
});

test("margin is added and removed, and the answer says what is left", async () => {
  const added = await change("100.5");
  expect([added.status, added.body]).toEqual([
    200,
    {
      market: MARKET,
      wallet: "740.5",
      value: "740.5",
      initial_margin: "640",
      maintenance_margin: "160",
      removable: "100.5",
    },
  ]);
  const removed = await change("-100.5");
  expect(removed.body).toMatchObject({ wallet: "640", removable: "0" });
  const [leverage] = await results<LeverageRecord>("/v1/leverage?market=BTCUSDC");
  expect(leverage?.last_margin_change).toEqual({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    timestamp: fixture.venue.clock.now(),
  });
});

test.each<[string, string, [number, string]]>([
  ["357.120001", MARKET, [422, "ISOLATED_MARGIN_NOT_FREE"]],
  ["-0.000001", MARKET, [422, "ISOLATED_MARGIN_NEEDED"]],
  ["1", "ETHUSDC", [409, "POSITION_NOT_ISOLATED"]],
  ["1", "NONE", [404, "MARKET_NOT_FOUND"]],
  ["0", MARKET, [400, "INVALID_FIELD"]],
  ["1.0000001", MARKET, [400, "INVALID_FIELD"]],
])("%s in %s is refused", async (amount, market, refusal) => {
  expect(refusalOf(await change(amount, market))).toEqual(refusal);
});

test("the mode stays while there is a position", async () => {
  const cross = { market: MARKET, leverage: 10, mode: "CROSS" } as const;
  const answer = await eve.updateLeverage(cross, fixture.now());
  expect(refusalOf(answer)).toEqual([409, "MARGIN_MODE_IN_USE"]);
  const [leverage] = await results("/v1/leverage?market=BTCUSDC");
  expect(leverage).toMatchObject({ mode: "ISOLATED" });
});
