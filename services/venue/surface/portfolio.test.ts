/** The portfolio of an account agrees with its other reads, and is read by its own key only. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { CUSTODY_KEY, limit, market, TestTrader } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

const PATH = "/v1/account/portfolio";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
  const { alice, bob, now, venue } = fixture;
  for (const hours of [2, 30, 0]) {
    await alice.place(limit("SELL", "0.1", "64000"), now());
    await bob.place(market("BUY", "0.1"), now());
    venue.clock.advance(hours * HOUR_MS);
    await fixture.setMark("64100");
    await venue.tick();
    await fixture.setMark("64000");
  }
});
afterAll(() => fixture.close());

const units = (text: string): number => Number(text);

test("the equity of every period is the account's value, and its parts sum to the profit", async () => {
  for (const trader of [fixture.alice, fixture.bob]) {
    const account = (await trader.read("/v1/accounts")).body["results"] as AccountRecord[];
    for (const period of ["day", "week", "month", "all"]) {
      const answer = await trader.read(`${PATH}?period=${period}`);
      const portfolio = Portfolio.parse(answer.body);
      expect(portfolio.equity).toBe(account[0]?.account_value);
      expect(portfolio.period).toBe(period);
      const { realized_pnl, unrealized_pnl, funding, fees, pnl } = portfolio;
      const sum = units(realized_pnl) + units(unrealized_pnl) + units(funding) - units(fees);
      expect(sum).toBeCloseTo(units(pnl), 8);
      expect(portfolio.points.at(-1)).toMatchObject({ equity: portfolio.equity, pnl });
    }
  }
});

test("a day leaves out what was before, and everything has it", async () => {
  const [day, all] = await Promise.all(
    ["day", "all"].map(async (period) =>
      Portfolio.parse((await fixture.bob.read(`${PATH}?period=${period}`)).body),
    ),
  );
  expect([day?.net_deposits, all?.net_deposits]).toEqual(["0", "100000"]);
  expect([day?.volume, all?.volume]).toEqual(["6400", "19200"]);
  expect(day?.start_equity).not.toBe("0");
  expect(all?.start_equity).toBe("0");
});

test("a withdrawal is a negative deposit and a return takes it back: neither is profit", async () => {
  const venue = await openVenueFixture({ custodyKey: CUSTODY_KEY });
  const { alice, now } = venue;
  const figures = async () => {
    const { net_deposits, equity, pnl } = Portfolio.parse((await alice.read(PATH)).body);
    return [net_deposits, equity, pnl];
  };
  expect(await figures()).toEqual(["100000", "100000", "0"]);
  const answer = await alice.withdraw("400.25", now());
  const { transfer } = answer.body as { transfer: { id: string } };
  expect(await figures()).toEqual(["99599.75", "99599.75", "0"]);
  await venue.venue.custody(`/v1/custody/withdrawals/${transfer.id}/returned`, { reason: "x" });
  expect(await figures()).toEqual(["100000", "100000", "0"]);
  await venue.close();
});

test("an account with a key and without money has zeros", async () => {
  const { venue, now } = fixture;

  const poor = new TestTrader(venue.url, "poor");
  expect((await poor.createKey(now())).status).toBe(201);
  const portfolio = Portfolio.parse((await poor.read(PATH)).body);
  expect([portfolio.equity, portfolio.pnl, portfolio.markets]).toEqual(["0", "0", []]);
});

test("a portfolio without a key, and one of an unknown period, are refused", async () => {
  expect(refusalOf(await fixture.get(PATH))).toEqual([401, "MISSING_CREDENTIAL"]);
  const answer = await fixture.alice.read(`${PATH}?period=year`);
  expect(refusalOf(answer)).toEqual([400, "MALFORMED_QUERY"]);
});
