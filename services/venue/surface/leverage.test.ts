/** The leverage of an account in a market, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
let eve: TestTrader;
beforeAll(async () => {
  fixture = await openVenueFixture();
  eve = await fixture.trader("eve", "1000");
});
afterAll(() => fixture.close());

const lever = (leverage: number, by = eve) =>
  by.updateLeverage({ market: "BTCUSDC", leverage, mode: "CROSS" }, fixture.now());

async function results<Row>(path: string): Promise<Row[]> {
  const { status, body } = await eve.read(path);
  expect(status).toBe(200);
  return body["results"] as Row[];
}

const UNCHOSEN = {
  market: "BTCUSDC",
  mode: "CROSS",
  leverage: 20,
  max_leverage: 20,
  im_ratio: 50_000,
  chosen: false,
};

test("an account that never chose one has every market's highest, and its record says nothing of it", async () => {
  const all = await results<LeverageRecord>("/v1/leverage");
  expect(all.map(({ market, chosen }) => [market, chosen])).toEqual([
    ["BTCUSDC", false],
    ["ETHUSDC", false],
    ["SOLUSDC", false],
  ]);
  expect(all[0]).toEqual(UNCHOSEN);
  expect((await results<AccountRecord>("/v1/accounts"))[0]).not.toHaveProperty("leverage");
});

describe("a change", () => {
  test("is answered with the record, which reads then have", async () => {
    const { status, body } = await lever(8);
    const record = { ...UNCHOSEN, leverage: 8, im_ratio: 125_000, chosen: true };
    expect([status, body]).toEqual([200, record]);
    expect(await results("/v1/leverage?market=BTCUSDC")).toEqual([record]);
    const [account] = await results<AccountRecord>("/v1/accounts");
    expect(account?.leverage).toEqual([{ market: "BTCUSDC", mode: "CROSS", leverage: 8 }]);
  });

  test("of the same bytes takes effect once", async () => {
    const fields = { market: "BTCUSDC", leverage: 7, mode: "CROSS" } as const;
    const timestamp = fixture.now();
    await eve.updateLeverage(fields, timestamp);
    await lever(9);
    const again = await eve.updateLeverage(fields, timestamp);
    expect([again.status, again.body["error"]]).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toMatchObject({ leverage: 7 });
    expect(await results("/v1/leverage?market=BTCUSDC")).toEqual([
      expect.objectContaining({ leverage: 9 }),
    ]);
  });

  test("needs the market's range, and margin", async () => {
    expect(refusalOf(await lever(0))).toEqual([422, "LEVERAGE_OUT_OF_RANGE"]);
    const tooHigh = await lever(21);
    expect(refusalOf(tooHigh)).toEqual([422, "LEVERAGE_OUT_OF_RANGE"]);
    expect(tooHigh.body["message"]).toBe("The leverage in BTCUSDC is a whole number from 1 to 20.");
    const order = {
      market: "BTCUSDC",
      side: "BUY",
      size: "0.05",
      price: "60000",
      order_type: "LIMIT",
      time_in_force: "GTC",
    } as const;
    expect((await eve.place(order, fixture.now())).status).toBe(201);
    // 3,200 at the mark of 64,000 need 1,600 of her 1,000.
    const short = await lever(2);
    expect(refusalOf(short)).toEqual([422, "LEVERAGE_NEEDS_MARGIN"]);
    expect(short.body["message"]).toContain("1601.44 USDC of margin");
  });

  test.each([
    [{ leverage: 5, mode: "CROSS" }, "MISSING_FIELD"],
    [{ market: "BTCUSDC", mode: "CROSS" }, "MISSING_FIELD"],
    [{ market: "BTCUSDC", leverage: 5 }, "MISSING_FIELD"],
    [{ market: "BTCUSDC", leverage: "5", mode: "CROSS" }, "INVALID_FIELD"],
    [{ market: "BTCUSDC", leverage: 65_536, mode: "CROSS" }, "INVALID_FIELD"],
    [{ market: "BTCUSDC", leverage: 5, mode: "PORTFOLIO" }, "INVALID_ENUM"],
    [{ market: "BTCUSDC", leverage: 5, mode: "CROSS", reduceOnly: true }, "UNKNOWN_FIELD"],
  ])("of %j is refused as %s", async (body, code) => {
    const target = { timestamp: fixture.now(), body };
    const answer = await eve.write(
      "POST /v1/leverage",
      "update_leverage",
      new Uint8Array(),
      target,
    );
    expect(refusalOf(answer)).toEqual([400, code]);
  });
});
