/**
 * A machine proposes an order for a user. The only effect is a row that waits for the user: no order, large or small, with or
 * without leverage, goes to the venue without the user's own signature.
 */
import "server-only";
import { z } from "zod";
import { readSignal } from "#lib/catalysts/signals/read-signals.ts";
import { accountField } from "#lib/identity/person/wallet-names.ts";
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import { ORDER_FLAG, type OrderType } from "#lib/protocol/enumerations.ts";
import { closingSide, groupProblem } from "#lib/protocol/orders/groups.ts";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { signalId } from "#lib/protocol/wire/signals.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { decimalField, marketField, reasonField, referenceField } from "./_proposal-fields.ts";
import {
  accountFor,
  newProposal,
  type Proposing,
  requireProposals,
  requireStaging,
} from "./_proposer.ts";
import { snapshotOf } from "./_snapshot.ts";
import { findRepeated, storeProposal } from "./_store-proposal.ts";
import type { StagedOrderRow } from "./staged-order.ts";

export const StageOrder = z.strictObject({
  market: marketField,
  side: z.enum(["BUY", "SELL"]).describe("BUY or SELL"),
  size: decimalField.describe(
    'Decimal string such as "0.015": size in the base asset, a multiple of size_lot in list_markets',
  ),
  order_type: z
    .enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"])
    .describe("LIMIT needs price; TAKE_PROFIT_MARKET and STOP_LOSS_MARKET need trigger_price"),
  price: decimalField
    .nullable()
    .optional()
    .describe("LIMIT only: limit price, a multiple of price_tick in list_markets"),
  time_in_force: z
    .enum(["GTC", "IOC", "FOK"])
    .optional()
    .describe("Default: GTC for LIMIT orders, IOC for all others"),
  post_only: z.boolean().default(false).describe("LIMIT GTC only: never takes from the book"),
  reduce_only: z.boolean().default(false).describe("Only reduces an open position"),
  trigger_price: decimalField
    .nullable()
    .optional()
    .describe("TAKE_PROFIT_MARKET and STOP_LOSS_MARKET only: price that triggers the order"),
  trigger_source: z
    .enum(["LastPrice", "MarkPrice"])
    .nullable()
    .optional()
    .describe("Price that the trigger watches. Default: MarkPrice"),
  take_profit: decimalField
    .nullable()
    .optional()
    .describe(
      "LIMIT and MARKET only: mark at which a take profit closes what the order filled. The user signs it with the order",
    ),
  stop_loss: decimalField
    .nullable()
    .optional()
    .describe(
      "LIMIT and MARKET only: mark at which a stop loss closes what the order filled. The user signs it with the order",
    ),
  account: accountField.describe(
    "Wallet that is to sign, in full or shortened as in get_positions; by default the one linked first",
  ),
  reason: reasonField,
  signal_id: signalId
    .optional()
    .describe("Signal of the same market that the order follows from, from list_signals"),
  reference: referenceField,
});

type Staging = { ctx: Proposing; input: { body: z.output<typeof StageOrder> } };

/**
 * Checks the order by the market's present rules and keeps it for five minutes in the user's inbox.
 * @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, ASSISTANTS_PAUSED, WALLET_REQUIRED, ACCOUNT_MISMATCH, RATE_LIMITED,
 * TOO_MANY_STAGED_ORDERS, PROPOSAL_LIMIT, SIGNAL_NOT_FOUND, MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE, INVALID_FIELD for a
 * reference that names another order or a signal of another market, and the refusals of `worthOf`
 */
export async function stageOrder({ ctx, input }: Staging): Promise<StagedOrder> {
  requireStaging(ctx.actor);
  const { reference, reason, account: named, signal_id: signalOf = null } = input.body;
  const order = orderOf(input.body);
  const protection = protectionOf(input.body, order);
  const account = await accountFor(ctx.actor, named);
  const terms = { account, order, protection, signalId: signalOf };
  const isSame = (earlier: StagedOrderRow) => isSameOrder(earlier, terms);
  const earlier = await findRepeated(ctx, reference, isSame);
  if (earlier !== undefined) return earlier;
  if (signalOf !== null) await requireSignalOf(signalOf, order.market);
  await requireProposals(ctx);
  const snapshot = await snapshotOf({ order, protection }, account, ctx.now);
  const countedNotional = snapshot["notional"] ?? null;
  const row = await newProposal(ctx, { ...terms, reference, reason, snapshot, countedNotional });
  return storeProposal(row, ctx, isSame);
}

function isSameOrder(
  earlier: StagedOrderRow,
  {
    order,
    protection,
    account,
    signalId: signal,
  }: Pick<StagedOrderRow, "order" | "protection" | "account" | "signalId">,
): boolean {
  const textOf = (orders: readonly PlaceOrderBody[]) =>
    JSON.stringify(orders.map(placeOrderFields));
  const isEqual = textOf([earlier.order, ...earlier.protection]) === textOf([order, ...protection]);
  return (
    earlier.action === "place" &&
    isEqual &&
    earlier.account === account &&
    earlier.signalId === signal
  );
}

/** The fields to be signed, with defaults for absent options. */
function orderOf(body: z.output<typeof StageOrder>): PlaceOrderBody {
  const { market, side, size, order_type } = body;
  const hasTrigger = body.trigger_price != null;
  if (!hasTrigger && body.trigger_source != null) {
    const reason = `A trigger_source goes with a trigger_price.`;
    throw new ServiceError("INVALID_ORDER_TERMS", { reason });
  }
  return {
    market,
    side,
    size,
    ...(body.price == null ? {} : { price: body.price }),
    order_type,
    time_in_force: body.time_in_force ?? (order_type === "LIMIT" ? "GTC" : "IOC"),
    flags:
      (body.post_only ? ORDER_FLAG.POST_ONLY : 0) | (body.reduce_only ? ORDER_FLAG.REDUCE_ONLY : 0),
    ...(body.trigger_price == null
      ? {}
      : {
          trigger_price: body.trigger_price,
          trigger_source: body.trigger_source ?? "MarkPrice",
        }),
  };
}

/** The orders of a group with the proposed one as its entry. @throws the refusals of `groupProblem` */
function protectionOf(
  { take_profit, stop_loss }: z.output<typeof StageOrder>,
  entry: PlaceOrderBody,
): PlaceOrderBody[] {
  const { market, side, size } = entry;
  const childOf = (order_type: OrderType, trigger_price: string): PlaceOrderBody => ({
    market,
    side: closingSide(side),
    size,
    order_type,
    time_in_force: "GTC",
    flags: ORDER_FLAG.REDUCE_ONLY,
    trigger_price,
    trigger_source: "MarkPrice",
  });
  const protection = [
    ...(take_profit == null ? [] : [childOf("TAKE_PROFIT_MARKET", take_profit)]),
    ...(stop_loss == null ? [] : [childOf("STOP_LOSS_MARKET", stop_loss)]),
  ];
  if (protection.length === 0) return protection;
  const orders = [entry, ...protection].map(placeOrderFields);
  const problem = groupProblem({ grouping: "ENTRY", orders });
  if (problem !== undefined) throw refusalError(problem);
  return protection;
}

/** Signals in shadow and signals that have ended may be named too. @throws SIGNAL_NOT_FOUND, INVALID_FIELD for a signal of another market */
async function requireSignalOf(id: string, market: string): Promise<void> {
  const signal = await readSignal({ input: { params: { id } } });
  if (signal.market === market) return;
  const reason = "it is a signal of another market";
  throw new ServiceError("INVALID_FIELD", { field: "signal_id", reason });
}
