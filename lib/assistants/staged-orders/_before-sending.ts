/** Checks at the venue before a signed order is sent, so that correctable problems do not use up the proposal. */
import "server-only";
import { and, eq, ne } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { SIGNATURE_HEADER, SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { SignerList } from "#lib/protocol/wire/account.ts";
import { readVenue } from "#lib/trading/venue-access/forward.ts";
import { readVenueClock } from "./_market-facts.ts";
import { SIGNATURE_LIFETIME_MS } from "./_reconcile.ts";
import type { Claim } from "./_signed-order.ts";
import type { StagedOrderRow } from "./staged-order.ts";

/** How far ahead of its clock the venue accepts timestamps. */
const AHEAD_MS = 5_000;

/** A signature belongs to one order: of two identical ones the venue would accept only the first. @throws STAGED_ORDER_DIFFERS */
export async function requireUnused(row: StagedOrderRow, { digest }: Claim): Promise<void> {
  const { userId, id } = stagedOrders;
  const others = and(eq(userId, row.userId), eq(stagedOrders.digest, digest), ne(id, row.id));
  const db = await database();
  if ((await db.$count(stagedOrders, others)) > 0) throw new ServiceError("STAGED_ORDER_DIFFERS");
}

/**
 * Checks that the venue is reachable and would accept the signature's time and its signer: the account itself, or a trading
 * key that is registered for it.
 * @throws TRADING_NOT_ENABLED, TIMESTAMP_OUT_OF_WINDOW, SIGNER_NOT_AUTHORIZED, MARKET_DATA_UNAVAILABLE without the venue
 */
export async function requireTakeable(
  { headers, timestamp }: Claim,
  { action }: Pick<StagedOrderRow, "action">,
  ctx: { actor: WalletActor; now: number },
): Promise<void> {
  const signer = headers[SIGNATURE_HEADER.signer];
  const serverTime = await unsent(readVenueClock());
  const age = serverTime - timestamp;
  if (age > SIGNATURE_LIFETIME_MS || -age > AHEAD_MS) {
    throw new ServiceError("TIMESTAMP_OUT_OF_WINDOW", { serverTime }).withData({
      server_time: serverTime,
    });
  }
  if (signer === ctx.actor.account) return;
  const { results } = await unsent(readVenue(ctx, { path: "/v1/signers", contract: SignerList }));
  const needed =
    action === "cancel" ? SIGNER_SCOPE.TRADE | SIGNER_SCOPE.CANCEL : SIGNER_SCOPE.TRADE;
  const mayTrade = results.some(
    (one) => one.signer === signer && (one.scopes & needed) !== 0 && one.expires_at > serverTime,
  );
  if (!mayTrade) throw new ServiceError("SIGNER_NOT_AUTHORIZED");
}

/** A missing answer concerns a read here: no order is under way. */
async function unsent<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (error) {
    const isSilence =
      error instanceof ServiceError && /^VENUE_(UNREACHABLE|TIMEOUT)$/.test(error.code);
    if (!isSilence) throw error;
    const refusal = new ServiceError("MARKET_DATA_UNAVAILABLE");
    refusal.cause = error;
    throw refusal;
  }
}
