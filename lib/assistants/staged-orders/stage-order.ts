/**
 * A machine proposes an order for a user. The only effect is a row that waits for the user: no order, large or small, with or
 * without leverage, goes to the venue without the user's own signature.
 */
import "server-only";
import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { requireScope } from "#lib/assistants/oauth/require-scope.ts";
import { readSignal } from "#lib/catalysts/signals/read-signals.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { firstWallet } from "#lib/identity/person/person.ts";
import { walletsOf } from "#lib/identity/person/wallets-of.ts";
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { isOpen } from "#lib/machines/proposals/open-order.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Client } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { notifyProcess } from "#lib/platform/db/leadership.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { type Quota, requireQuota } from "#lib/platform/http/quota.ts";
import { spentQuota } from "#lib/platform/http/rate-limits.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type OrderType } from "#lib/protocol/enumerations.ts";
import { closingSide, groupProblem } from "#lib/protocol/orders/groups.ts";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { STAGED_ORDER_LIFETIME_MS } from "#lib/protocol/staged-orders.ts";
import { signalId } from "#lib/protocol/wire/signals.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { pushApproval } from "#lib/pushes/writing/push-approval.ts";
import { PUSHES_ELECTION } from "#lib/pushes/writing/pushes-election.ts";
import { fillableSize, missingMargin, readAccountFacts } from "./_account-facts.ts";
import { readMarketFacts } from "./_market-facts.ts";
import { worthOf } from "./_order-rules.ts";
import { isReadable, normalisedReason } from "./_reason.ts";
import {
  announcedOrder,
  endOverdue,
  findRow,
  type Proposer,
  shown,
  sourceIdOf,
  summaryOf,
} from "./_rows.ts";
import type { StagedOrderRow } from "./staged-order.ts";

/** How many may wait for one user, and how many of them from one key or grant, so that no proposer crowds out the others. */
export const MAX_WAITING = 20;
export const MAX_WAITING_OF_ONE = 10;

const decimal = z
  .string()
  .refine(isDecimal, 'must be a decimal string such as "0.015"')
  .describe('A decimal string such as "0.015"');

/** A wallet in the short form of the other tools. */
const SHORT_ACCOUNT = /^([1-9A-HJ-NP-Za-km-z]{4})(?:…|\.\.\.)([1-9A-HJ-NP-Za-km-z]{4})$/;

export const StageOrder = z.strictObject({
  market: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol such as BTCUSDC")
    .describe("Market symbol, such as BTCUSDC"),
  side: z.enum(["BUY", "SELL"]).describe("BUY or SELL"),
  size: decimal.describe(
    'Decimal string such as "0.015": size in the base asset, a multiple of size_lot in list_markets',
  ),
  order_type: z
    .enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"])
    .describe("LIMIT needs price; TAKE_PROFIT_MARKET and STOP_LOSS_MARKET need trigger_price"),
  price: decimal
    .nullable()
    .optional()
    .describe("LIMIT only: limit price, a multiple of price_tick in list_markets"),
  time_in_force: z
    .enum(["GTC", "IOC", "FOK"])
    .optional()
    .describe("Default: GTC for LIMIT orders, IOC for all others"),
  post_only: z.boolean().default(false).describe("LIMIT GTC only: never takes from the book"),
  reduce_only: z.boolean().default(false).describe("Only reduces an open position"),
  trigger_price: decimal
    .nullable()
    .optional()
    .describe("TAKE_PROFIT_MARKET and STOP_LOSS_MARKET only: price that triggers the order"),
  trigger_source: z
    .enum(["LastPrice", "MarkPrice"])
    .nullable()
    .optional()
    .describe("Price that the trigger watches. Default: MarkPrice"),
  take_profit: decimal
    .nullable()
    .optional()
    .describe(
      "LIMIT and MARKET only: mark at which a take profit closes what the order filled. The user signs it with the order",
    ),
  stop_loss: decimal
    .nullable()
    .optional()
    .describe(
      "LIMIT and MARKET only: mark at which a stop loss closes what the order filled. The user signs it with the order",
    ),
  account: z
    .string()
    .refine(
      (text) => SHORT_ACCOUNT.test(text) || decodePublicKey(text) !== undefined,
      "must be a base58 public key, or its first and last four characters as in 9xQe…7Kp2",
    )
    .optional()
    .describe(
      "Wallet that is to sign, in full or shortened as in get_positions; by default the one linked first",
    ),
  reason: z
    .string()
    .overwrite(normalisedReason)
    .trim()
    .max(500, "must be 500 characters at most")
    .refine(isReadable, "has characters that do not show, or marks piled up")
    .optional()
    .describe("Your reason in a sentence or two; the user reads it as a quotation"),
  signal_id: signalId
    .optional()
    .describe("Signal of the same market that the order follows from, from list_signals"),
  reference: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, dots, colons, dashes, underscores")
    .optional()
    .describe("Idempotency key: the same one again returns the same proposed order"),
});

type Staging = {
  ctx: { actor: Proposer; client: Client; now: number; quotas: Quota[] };
  input: { body: z.output<typeof StageOrder> };
};

/**
 * Checks the order by the market's present rules and keeps it for five minutes in the user's inbox.
 * @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, WALLET_REQUIRED, ACCOUNT_MISMATCH, RATE_LIMITED, TOO_MANY_STAGED_ORDERS,
 * SIGNAL_NOT_FOUND, MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE, INVALID_FIELD for a reference that names another order or a
 * signal of another market, and the refusals of `worthOf`
 */
export async function stageOrder({ ctx, input }: Staging): Promise<StagedOrder> {
  const { actor, now, quotas } = ctx;
  requireStaging(actor);
  const { reference, reason, account: named, signal_id: signal = null } = input.body;
  const order = orderOf(input.body);
  const protection = protectionOf(input.body, order);
  const account = await accountFor(actor, named);
  const earlier = await findByReference(ctx, reference);
  if (earlier !== undefined)
    return sameAs(earlier, { order, protection, account, signalId: signal });
  if (signal !== null) await requireSignalOf(signal, order.market);
  const spent = await spentQuota("staged_orders", sourceIdOf(actor));
  if (spent !== undefined) {
    quotas.push(spent);
    requireQuota(spent);
  }
  const row: StagedOrderRow = {
    id: newId("sto"),
    userId: actor.userId,
    account,
    sourceKind: actor.kind,
    sourceId: sourceIdOf(actor),
    sourceName: await nameOf(actor),
    reference: reference ?? null,
    signalId: signal,
    order,
    protection,
    snapshot: await snapshotFor({ order, protection }, account, now),
    reason: reason === undefined || reason === "" ? null : reason,
    state: "waiting",
    createdAt: new Date(now),
    expiresAt: new Date(now + STAGED_ORDER_LIFETIME_MS),
    decidedAt: null,
    endedAt: null,
    digest: null,
    signed: null,
    result: null,
    errorCode: null,
    errorMessage: null,
  };
  return (await insert(row, ctx)) ? shown(row) : repeated(ctx, row);
}

/** @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED */
function requireStaging(actor: Proposer): void {
  if (actor.kind !== "bot_key") requireScope(actor, "trade:execute");
  else if (!actor.canStageOrders) throw new ServiceError("STAGING_NOT_ALLOWED");
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

/** A bot proposes for the wallet of its key alone, an assistant for any wallet of its user. */
async function accountFor(actor: Proposer, named: string | undefined): Promise<string> {
  const db = await database();
  const own = actor.kind === "bot_key" ? actor.account : await firstWallet(db, actor.userId);
  if (own === undefined) throw new ServiceError("WALLET_REQUIRED");
  if (named === undefined || named === own) return own;
  const wallets = actor.kind === "bot_key" ? [own] : await walletsOf(actor.userId);
  const [wallet, ...others] = wallets.filter(isNamed(named));
  if (wallet === undefined) throw new ServiceError("ACCOUNT_MISMATCH");
  if (others.length === 0) return wallet;
  const reason = "it is short for more than one of the user's wallets";
  throw new ServiceError("INVALID_FIELD", { field: "account", reason });
}

function isNamed(named: string): (wallet: string) => boolean {
  const [, head, tail] = SHORT_ACCOUNT.exec(named) ?? [];
  if (head === undefined || tail === undefined) return (wallet) => wallet === named;
  return (wallet) => wallet.startsWith(head) && wallet.endsWith(tail);
}

async function nameOf(actor: Proposer): Promise<string> {
  if (actor.kind === "oauth_grant") return actor.clientName;
  const keys = actor.kind === "mcp_key" ? mcpKeys : botKeys;
  const db = await database();
  const [key] = await db.select({ name: keys.name }).from(keys).where(eq(keys.id, actor.keyId));
  return key?.name ?? "";
}

async function snapshotFor(
  { order, protection }: Pick<StagedOrderRow, "order" | "protection">,
  account: string,
  now: number,
): Promise<StagedOrderRow["snapshot"]> {
  const facts = await readMarketFacts(order.market);
  const { position, records } =
    (await readAccountFacts({ account, market: order.market, now })) ?? {};
  const fields = placeOrderFields(order);
  return {
    mark_price: facts.mark,
    mark_updated_at: facts.markedAt === null ? null : new Date(facts.markedAt).toISOString(),
    best_bid: facts.bid,
    best_ask: facts.ask,
    ...worthOf(fields, protection.map(placeOrderFields), facts, { position, records }),
    margin_missing: missingMargin(fields, facts, records),
    fillable: fillableSize(fields, facts),
    position: position ?? null,
  };
}

async function findByReference(
  { actor, now }: Staging["ctx"],
  reference: string | undefined,
): Promise<StagedOrderRow | undefined> {
  if (reference === undefined) return undefined;
  const which = and(
    eq(stagedOrders.sourceId, sourceIdOf(actor)),
    eq(stagedOrders.reference, reference),
  );
  return findRow(which, { userId: actor.userId, now });
}

/** A repeated call, because an answer was lost or a model asked twice, is not a second proposal. */
function sameAs(
  earlier: StagedOrderRow,
  {
    order,
    protection,
    account,
    signalId: signal,
  }: Pick<StagedOrderRow, "order" | "protection" | "account" | "signalId">,
): StagedOrder {
  const textOf = (orders: readonly PlaceOrderBody[]) =>
    JSON.stringify(orders.map(placeOrderFields));
  const isSame = textOf([earlier.order, ...earlier.protection]) === textOf([order, ...protection]);
  if (isSame && earlier.account === account && earlier.signalId === signal) return shown(earlier);
  const reason = "it names another order that was staged before";
  throw new ServiceError("INVALID_FIELD", { field: "reference", reason });
}

async function repeated(ctx: Staging["ctx"], row: StagedOrderRow): Promise<StagedOrder> {
  const earlier = await findByReference(ctx, row.reference ?? undefined);
  if (earlier === undefined) throw new Error("A reference was claimed and deleted concurrently.");
  return sameAs(earlier, row);
}

/** False when the same reference of the same source exists. Proposals of one account are added one after the other. */
async function insert(
  row: StagedOrderRow,
  { actor, client, now, quotas }: Staging["ctx"],
): Promise<boolean> {
  const db = await database();
  const isStored = await emitting(db, async (change, _emit, announce) => {
    const { userId } = row;
    await lockAccount(change, userId);
    await endOverdue(change, userId, now);
    const added = await change
      .insert(stagedOrders)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: stagedOrders.id });
    if (added.length === 0) return false;
    await requireRoom(change, row, now);
    await takeQuotas(quotas, ["staged_orders", row.sourceId]);
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "order.staged",
      target: row.id,
      client,
      details: { name: row.sourceName, order: summaryOf(row) },
    });
    const event = { userId, subject: row.id, version: row.state, now };
    await announce({ type: "agentic.intent", ...event, ...announcedOrder(row) });
    await pushApproval(change, row, now);
    return true;
  });
  if (isStored) notifyProcess(PUSHES_ELECTION);
  return isStored;
}

/** Call it after the insertion and after `lockAccount`. @throws TOO_MANY_STAGED_ORDERS */
async function requireRoom(
  change: Pick<Database, "select">,
  { userId, sourceId }: StagedOrderRow,
  now: number,
): Promise<void> {
  const [open] = await change
    .select({
      orders: count(),
      ofOne: sql<string>`count(*) filter (where ${eq(stagedOrders.sourceId, sourceId)})`,
    })
    .from(stagedOrders)
    .where(and(eq(stagedOrders.userId, userId), isOpen(now)));
  if (Number(open?.ofOne) > MAX_WAITING_OF_ONE) {
    throw new ServiceError("TOO_MANY_STAGED_ORDERS", { most: MAX_WAITING_OF_ONE });
  }
  if ((open?.orders ?? 0) > MAX_WAITING) {
    throw new ServiceError("TOO_MANY_STAGED_ORDERS", { most: MAX_WAITING });
  }
}
