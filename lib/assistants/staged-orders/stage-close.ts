/** A machine proposes to close a whole position, by a reduce-only market order that its user signs. */
import "server-only";
import { z } from "zod";
import { accountField } from "#lib/identity/person/wallet-names.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { findPosition } from "./_holdings.ts";
import { marketField, reasonField, referenceField } from "./_proposal-fields.ts";
import {
  accountsFor,
  newProposal,
  type Proposing,
  requireProposals,
  requireStagingOfHoldings,
} from "./_proposer.ts";
import { snapshotOf } from "./_snapshot.ts";
import { findRepeated, storeProposal } from "./_store-proposal.ts";
import type { StagedOrderRow } from "./staged-order.ts";

export const StageClose = z.strictObject({
  market: marketField,
  account: accountField,
  reason: reasonField,
  reference: referenceField,
});

type Call = { ctx: Proposing; input: { body: z.output<typeof StageClose> } };

/**
 * The order has the position's present size. A position that has shrunk when the user signs is closed; of one that has grown,
 * the rest stays.
 * @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, ASSISTANTS_PAUSED, WALLET_REQUIRED, ACCOUNT_MISMATCH, TRADING_NOT_ENABLED,
 * NO_POSITION, INVALID_FIELD when several wallets have a position or for a reference that names another proposal, RATE_LIMITED,
 * TOO_MANY_STAGED_ORDERS, PROPOSAL_LIMIT, MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE, and the refusals of `worthOf`
 */
export async function stageClose({ ctx, input }: Call): Promise<StagedOrder> {
  requireStagingOfHoldings(ctx.actor);
  const { market, account: named, reason, reference } = input.body;
  const accounts = await accountsFor(ctx.actor, named);
  const isSame = ({ action, order, account }: StagedOrderRow) =>
    action === "close" && order.market === market && accounts.includes(account);
  const earlier = await findRepeated(ctx, reference, isSame);
  if (earlier !== undefined) return earlier;
  await requireProposals(ctx);
  const { account, found } = await findPosition(market, { accounts, now: ctx.now });
  const order: PlaceOrderBody = {
    market,
    side: found.size.startsWith("-") ? "BUY" : "SELL",
    size: found.size.replace("-", ""),
    order_type: "MARKET",
    time_in_force: "IOC",
    flags: ORDER_FLAG.REDUCE_ONLY,
  };
  const snapshot = await snapshotOf({ order, protection: [] }, account, ctx.now);
  const countedNotional = snapshot["notional"] ?? null;
  const terms = { account, order, snapshot, countedNotional, reference, reason };
  const row = await newProposal(ctx, { ...terms, action: "close" });
  return storeProposal(row, ctx, isSame);
}
