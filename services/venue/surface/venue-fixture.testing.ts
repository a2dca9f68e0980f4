/** A venue with two funded traders and a mark, for the tests of its HTTP surface. */
import { expect } from "vitest";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { closingSide } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import {
  type Answer,
  call,
  limit,
  startVenue,
  TestTrader,
  type TestVenue,
  type TestVenueOptions,
  transactionOf,
} from "#services/venue/venue.testing.ts";

export type VenueFixture = {
  venue: TestVenue;
  alice: TestTrader;
  bob: TestTrader;
  /** A distinct millisecond, so that no two requests are the same bytes by accident. */
  now: () => number;
  setMark: (price: string) => Promise<void>;
  /** A trader with a key, and with money unless the test says otherwise. */
  trader: (name: string, amount?: string) => Promise<TestTrader>;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  close: () => Promise<void>;
};

export async function openVenueFixture(options?: TestVenueOptions): Promise<VenueFixture> {
  const venue = await startVenue(options);
  const now = () => {
    venue.clock.advance(1);
    return venue.clock.now();
  };
  const setMark = async (price: string) => {
    const marks = { BTCUSDC: price, ETHUSDC: "3000" };
    expect((await venue.operator("/v1/operator/marks", { marks })).status).toBe(200);
  };
  const credit = (deposit: { reference: string }) =>
    options?.custodyKey === undefined
      ? venue.operator("/v1/operator/deposits", deposit)
      : venue.custody("/v1/operator/deposits", {
          ...deposit,
          tx_hash: transactionOf(deposit.reference),
        });
  const trader = async (name: string, amount = "100000") => {
    const made = new TestTrader(venue.url, name);
    expect((await made.createKey(now())).status).toBe(201);
    const deposit = { account: made.address, amount, reference: `first of ${name}` };
    expect((await credit(deposit)).status).toBe(201);
    return made;
  };
  await setMark("64000");
  const [alice, bob] = [await trader("alice"), await trader("bob")];
  return {
    venue,
    alice,
    bob,
    now,
    setMark,
    trader,
    get: (path, headers = {}) => call(`${venue.url}${path}`, { headers }),
    close: async () => {
      checkInvariants(venue.venue.state);
      await venue.close();
    },
  };
}

export const RESERVES_SEED = "5e".repeat(32);
const SOME_ADDRESS = "9".repeat(43);
/** What custody reports of the transaction that anchors a proof of reserves. */
export const ANCHOR_REPORT = {
  uncredited: "1.5",
  network: "simulated",
  vault_address: SOME_ADDRESS,
  mint: SOME_ADDRESS,
  payer: SOME_ADDRESS,
  tx_hash: transactionOf("anchor"),
  slot: 7,
  vault_balance: "200001.5",
};

/** Has a proof made and published. */
export async function publishReserves({ venue }: VenueFixture): Promise<Answer> {
  const { body } = await venue.custody("/v1/custody/reserves", {});
  return venue.custody(`/v1/custody/reserves/${String(body["height"])}/anchor`, ANCHOR_REPORT);
}

/** Status and code of an answer. */
export function refusalOf({ status, body }: Answer): [number, unknown] {
  return [status, body["error"]];
}

export const RESTING: PlaceOrderBody = limit("BUY", "0.015", "60000");

/** A stop that protects what `entry` fills. */
export function stopOf(entry: PlaceOrderBody, trigger: string): PlaceOrderBody {
  return {
    market: entry.market,
    side: closingSide(entry.side),
    size: entry.size,
    order_type: "STOP_LOSS_MARKET",
    time_in_force: "GTC",
    flags: ORDER_FLAG.REDUCE_ONLY,
    trigger_price: trigger,
    trigger_source: "MarkPrice",
  };
}

export type RawRequest = { headers: Record<string, string>; body: string };

/** A valid order whose request is changed before it is sent. */
export async function sendChanged(
  { venue, now }: VenueFixture,
  by: TestTrader,
  change: (request: RawRequest, timestamp: number) => void,
): Promise<Answer> {
  const timestamp = now();
  const { headers, body } = by.placeRequest(RESTING, timestamp);
  const request: RawRequest = { headers: { ...headers }, body };
  change(request, timestamp);
  return call(`${venue.url}/v1/orders`, { method: "POST", ...request });
}

/** An order with other terms; terms that cannot be encoded are signed as the valid ones. */
export function placeChanged(
  fixture: VenueFixture,
  by: TestTrader,
  terms: object,
): Promise<Answer> {
  const timestamp = fixture.now();
  const body = { ...RESTING, ...terms };
  let { headers } = by.placeRequest(RESTING, timestamp);
  try {
    headers = by.placeRequest(body, timestamp).headers;
  } catch {
    // The body is refused before its signature is checked.
  }
  return call(`${fixture.venue.url}/v1/orders`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}
