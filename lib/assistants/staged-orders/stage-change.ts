/** A machine proposes to change or to cancel an open order of its user, who signs it. */
import "server-only";
import { z } from "zod";
import { accountField } from "#lib/identity/person/wallet-names.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { divideUp, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { withoutOrder } from "#lib/protocol/orders/without-order.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StagedOrder, StagedTarget } from "#lib/protocol/wire/staged-order.ts";
import { missingMargin, readAccountFacts } from "./_account-facts.ts";
import { findOpenOrder, type Held } from "./_holdings.ts";
import { readMarketFacts } from "./_market-facts.ts";
import { worthOfChange } from "./_order-rules.ts";
import { decimalField, reasonField, referenceField } from "./_proposal-fields.ts";
import {
  accountsFor,
  newProposal,
  type Proposing,
  requireProposals,
  requireStagingOfHoldings,
} from "./_proposer.ts";
import { marketSnapshot, type Snapshot } from "./_snapshot.ts";
import { findRepeated, type IsSame, storeProposal } from "./_store-proposal.ts";
import type { StagedOrderRow } from "./staged-order.ts";

const orderId = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, "must be the id of an open order, as get_positions lists it")
  .describe("Id of the open order, from get_positions");

const common = { account: accountField, reason: reasonField, reference: referenceField };

export const StageModify = z.strictObject({
  order_id: orderId,
  size: decimalField
    .optional()
    .describe("New total size with what is filled, a multiple of size_lot. Default: unchanged"),
  price: decimalField
    .optional()
    .describe(
      "New limit price, or new trigger price of an order that waits for one. Default: unchanged",
    ),
  ...common,
});

export const StageCancel = z.strictObject({ order_id: orderId, ...common });

type Call<Body> = { ctx: Proposing; input: { body: Body } };

/**
 * Checks the changed order by the market's present rules.
 * @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, ASSISTANTS_PAUSED, WALLET_REQUIRED, ACCOUNT_MISMATCH, TRADING_NOT_ENABLED,
 * ORDER_NOT_FOUND, ORDER_IS_CLOSED, INVALID_FIELD for a change that changes nothing or a reference that names another proposal,
 * INVALID_ORDER_TERMS, RATE_LIMITED, TOO_MANY_STAGED_ORDERS, PROPOSAL_LIMIT, MARKET_DATA_UNAVAILABLE, and the refusals of
 * `worthOf`
 */
export async function stageModify({
  ctx,
  input,
}: Call<z.output<typeof StageModify>>): Promise<StagedOrder> {
  const { size, price } = input.body;
  const isSame: IsSame = ({ action, target, order }) =>
    action === "modify" &&
    target?.order_id === input.body.order_id &&
    isEqual(order.size, size ?? target.size) &&
    isEqual(ownPrice(order), price ?? target.trigger_price ?? target.price);
  return stage({ ctx, body: input.body, action: "modify", isSame }, async ({ account, found }) => {
    const order = changedOrder(found, { size, price });
    const { snapshot, notional } = await snapshotOfChange({ account, found }, order, ctx.now);
    return { order, snapshot, countedNotional: notional };
  });
}

/**
 * The user may cancel at any time, so nothing but the order's being open is checked.
 * @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, ASSISTANTS_PAUSED, WALLET_REQUIRED, ACCOUNT_MISMATCH, TRADING_NOT_ENABLED,
 * ORDER_NOT_FOUND, ORDER_IS_CLOSED, INVALID_FIELD for a reference that names another proposal, RATE_LIMITED,
 * TOO_MANY_STAGED_ORDERS, PROPOSAL_LIMIT, MARKET_DATA_UNAVAILABLE
 */
export async function stageCancel({
  ctx,
  input,
}: Call<z.output<typeof StageCancel>>): Promise<StagedOrder> {
  const isSame: IsSame = ({ action, target }) =>
    action === "cancel" && target?.order_id === input.body.order_id;
  return stage({ ctx, body: input.body, action: "cancel", isSame }, async ({ account, found }) => {
    const facts = await readMarketFacts(found.market);
    const { position } =
      (await readAccountFacts({ account, market: found.market, now: ctx.now })) ?? {};
    const none = { notional: null, fee: null, initial_margin: null, margin_missing: null };
    const snapshot = { ...marketSnapshot(facts), ...none, position: position ?? null };
    return { order: orderOf(found), snapshot, countedNotional: null };
  });
}

type Change = {
  ctx: Proposing;
  body: z.output<typeof StageCancel>;
  action: "modify" | "cancel";
  isSame: IsSame;
};
type Terms = Pick<StagedOrderRow, "order" | "snapshot" | "countedNotional">;

async function stage(
  { ctx, body, action, isSame }: Change,
  termsOf: (held: Held<OrderRecord>) => Promise<Terms>,
): Promise<StagedOrder> {
  requireStagingOfHoldings(ctx.actor);
  const { order_id: id, account: named, reason, reference } = body;
  const accounts = await accountsFor(ctx.actor, named);
  const isSameHere: IsSame = (earlier) => isSame(earlier) && accounts.includes(earlier.account);
  const earlier = await findRepeated(ctx, reference, isSameHere);
  if (earlier !== undefined) return earlier;
  await requireProposals(ctx);
  const held = await findOpenOrder(id, { accounts, now: ctx.now });
  const { account, found } = held;
  const terms = { ...(await termsOf(held)), account, target: targetOf(found) };
  const row = await newProposal(ctx, { ...terms, action, reason, reference });
  return storeProposal(row, ctx, isSameHere);
}

function targetOf(record: OrderRecord): StagedTarget {
  const { id, size, filled_size, price, trigger_price, grouping } = record;
  const follows_position = grouping === "POSITION";
  return { order_id: id, size, filled_size, price, trigger_price, follows_position };
}

/** The terms of an open order in the names of a new one. */
function orderOf(record: OrderRecord): PlaceOrderBody {
  const { market, side, size, price, order_type, time_in_force, flags } = record;
  const { trigger_price, trigger_source } = record;
  return {
    market,
    side,
    size,
    ...(price === null ? {} : { price }),
    order_type,
    time_in_force,
    flags,
    ...(trigger_price === null ? {} : { trigger_price, trigger_source }),
  };
}

/** @throws INVALID_FIELD, INVALID_ORDER_TERMS */
function changedOrder(
  record: OrderRecord,
  { size, price }: { size: string | undefined; price: string | undefined },
): PlaceOrderBody {
  const order = orderOf(record);
  if (size !== undefined && record.grouping === "POSITION") {
    const reason = "the order follows the position and has no size of its own";
    throw new ServiceError("INVALID_FIELD", { field: "size", reason });
  }
  const isTrigger = record.trigger_price !== null;
  const changed = {
    ...order,
    size: size ?? order.size,
    ...(price === undefined ? {} : isTrigger ? { trigger_price: price } : { price }),
  };
  if (isEqual(changed.size, order.size) && isEqual(ownPrice(changed), ownPrice(order))) {
    const reason =
      "the order has this size and price already: give a new size, a new price or both";
    throw new ServiceError("INVALID_FIELD", {
      field: size === undefined ? "price" : "size",
      reason,
    });
  }
  if (units(changed.size) <= units(record.filled_size)) {
    const reason = `size is the new total; it must be more than ${record.filled_size}, which the order has filled.`;
    throw new ServiceError("INVALID_ORDER_TERMS", { reason });
  }
  return changed;
}

/** Values what is not filled of the changed order. `notional`: what the change adds to it, in USDC. */
async function snapshotOfChange(
  { account, found }: Held<OrderRecord>,
  order: PlaceOrderBody,
  now: number,
): Promise<{ snapshot: Snapshot; notional: string }> {
  const facts = await readMarketFacts(order.market);
  const { position, records } =
    (await readAccountFacts({ account, market: order.market, now })) ?? {};
  const { market, mark } = facts;
  const others =
    records && mark !== null ? withoutOrder(records, found.id, { market, mark }) : undefined;
  const isChild = found.grouping === "POSITION" || found.parent_id != null;
  const fields = placeOrderFields(order);
  const size = formatDecimal(units(order.size) - units(found.filled_size), DECIMALS);
  const worth = worthOfChange({ ...fields, size }, facts, { position, records: others }, isChild);
  const before = units(found.remaining_size) * units(ownPrice(orderOf(found)) ?? "0");
  const after = units(size) * units(ownPrice(order) ?? "0");
  const added = after > before ? after - before : 0n;
  const isLess =
    isEqual(ownPrice(order), ownPrice(orderOf(found))) &&
    units(size) <= units(found.remaining_size);
  return {
    snapshot: {
      ...marketSnapshot(facts),
      ...worth,
      // The venue asks no margin for an order that only becomes smaller.
      margin_missing: isLess ? "0" : missingMargin({ ...fields, size }, facts, others),
      position: position ?? null,
    },
    notional: formatDecimal(
      divideUp(added, 10n ** BigInt(2 * DECIMALS - MONEY_DECIMALS)),
      MONEY_DECIMALS,
    ),
  };
}

/** The price that a change replaces: of an order that waits for a trigger, the trigger price. */
function ownPrice(order: PlaceOrderBody): string | null {
  return order.trigger_price ?? order.price ?? null;
}

/** More than any decimal text has. */
const DECIMALS = 31;

function units(text: string): bigint {
  return parseDecimal(text, DECIMALS) ?? 0n;
}

function isEqual(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && units(one) === units(other));
}
