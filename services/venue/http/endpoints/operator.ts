/** Commands of the operator: marks of the oracle, and deposits. They need the operator key, which no trader has. */
import { ServiceError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import { decodePublicKey } from "#lib/protocol/signing.ts";
import { COUNT_LIMIT, type MarketState } from "#services/venue/engine/state.ts";
import { requireOperator } from "#services/venue/http/authentication.ts";
import {
  allowOnly,
  type Body,
  requiredDecimal,
  requiredText,
} from "#services/venue/http/fields.ts";
import { transferRecord } from "#services/venue/http/records.ts";
import type { VenueRequest, VenueResponse } from "#services/venue/http/request.ts";
import { marketOf, type Venue } from "#services/venue/venue.ts";

const DEPOSIT_FIELDS = new Set(["account", "amount", "reference"]);
/** A deposit above this is a mistake: 1,000,000,000,000 USDC. */
const LARGEST_DEPOSIT = 10n ** BigInt(12 + MONEY_DECIMALS);
const USDC_DECIMALS = 6;

/** POST /v1/operator/marks `{marks: {<symbol>: <price>}}` */
export async function setMarks(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  requireOperator(request, venue.operatorKeyHash);
  const body = await request.body();
  allowOnly(body, new Set(["marks"]));
  const given = body["marks"];
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ServiceError("INVALID_FIELD", { field: "marks", reason: "give an object" });
  }
  const prices = given as Body;
  const marks = Object.keys(prices).map((symbol) => ({
    market: symbol,
    ticks: ticksOf(marketOf(venue, symbol), requiredDecimal(prices, symbol)),
  }));
  const outcome = await venue.sequencer.submit({ type: "set_marks", marks });
  if (outcome.kind !== "marks") throw new ServiceError("INTERNAL");
  return { status: 200, body: { applied: outcome.applied } };
}

/** POST /v1/operator/deposits `{account, amount, reference}`; a reference takes effect once. */
export async function deposit(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  requireOperator(request, venue.operatorKeyHash);
  const body = await request.body();
  allowOnly(body, DEPOSIT_FIELDS);
  const account = requiredText(body, "account", 64);
  if (decodePublicKey(account) === undefined) {
    throw new ServiceError("INVALID_PUBLIC_KEY", { field: "account" });
  }
  const amount = parseDecimal(requiredDecimal(body, "amount"), USDC_DECIMALS);
  if (amount === undefined || amount === 0n) {
    throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
  }
  const scaled = amount * 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);
  if (scaled > LARGEST_DEPOSIT) throw new ServiceError("NUMBER_TOO_LARGE", { field: "amount" });
  const outcome = await venue.sequencer.submit({
    type: "deposit",
    id: newId("dep"),
    account,
    amount: scaled,
    reference: requiredText(body, "reference", 128),
    source: "sandbox faucet",
  });
  if (outcome.kind !== "transfer") throw new ServiceError("INTERNAL");
  const status = outcome.repeated ? 200 : 201;
  return { status, body: { transfer: transferRecord(outcome.transfer) } };
}

function ticksOf(market: MarketState, price: string): number {
  const { scale, listing } = market;
  const scaled = parseDecimal(price, scale.priceDecimals);
  if (scaled === undefined || scaled === 0n || scaled % scale.tickUnits !== 0n) {
    throw new ServiceError("INVALID_TICK", { tick: listing.price_tick });
  }
  const ticks = Number(scaled / scale.tickUnits);
  if (ticks >= COUNT_LIMIT) throw new ServiceError("NUMBER_TOO_LARGE", { field: "marks" });
  return ticks;
}
