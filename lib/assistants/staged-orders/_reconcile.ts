/**
 * Sends a signed order to the venue, and finds the outcome of one whose answer is missing. The bytes are stored before they are
 * sent, and the venue accepts them once (docs/decisions/002-signed-bytes-take-effect-once.md), so sending them again is a
 * safe way to ask for the outcome.
 */
import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { database } from "#lib/platform/db/client.ts";
import { type Change, type Emit, emitting } from "#lib/platform/events/emit-events.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing/signing.ts";
import { OrderPage } from "#lib/protocol/wire/account.ts";
import { noteOutcomes } from "#lib/pushes/writing/push-approval.ts";
import { askWithKey, readVenue } from "#lib/trading/venue-access/forward.ts";
import { readOrder } from "./_holdings.ts";
import { readVenueClock } from "./_market-facts.ts";
import { announcedOrder, summaryOf } from "./_rows.ts";
import { venueAddress } from "./_signed-order.ts";
import { type Outcome, outcomeOf, placedAs } from "./_venue-answer.ts";
import { type StagedOrderRow, VenueOrder } from "./staged-order.ts";

/** How long after their timestamp the venue accepts signed bytes. */
export const SIGNATURE_LIFETIME_MS = 30_000;
/** Delay after which the venue's lists contain an order that it accepted at the last moment. */
const SETTLED_AFTER_MS = SIGNATURE_LIFETIME_MS + 5_000;
/**
 * Before it sends, a sender reads the venue's clock and the account's signers, up to 8 s, and then waits 5 s for the answer:
 * without a result after this long it has died.
 */
export const SENDER_GONE_AFTER_MS = 20_000;
const PAGE_ROWS = 1_000;
/** More orders of one market than any account may place in half a minute. */
const MAX_PAGES = 20;

/** The signature led to no order and can no longer. Not a refusal of a request: it appears only in the order's `error`. */
const NEVER_ARRIVED = {
  kind: "refused",
  code: "NEVER_ARRIVED",
  message:
    "The venue did not get this signature in time, and takes it no longer. Nothing was done: propose it again.",
} as const;

/**
 * Sends the row's signed request for the first time.
 * @returns the row with its outcome
 * @throws TRADING_NOT_ENABLED, SIGNER_NOT_AUTHORIZED, INVALID_SIGNATURE, RATE_LIMITED, MARKET_DATA_UNAVAILABLE when the venue
 * did not process it; the order then waits again, until its original deadline
 */
export async function sendFirst(row: StagedOrderRow, now: number): Promise<StagedOrderRow> {
  const outcome = await send(row, now, true);
  if (outcome.kind !== "not taken") return settle(row, outcome, now);
  if (await reopen(row, now)) throw outcome.refusal;
  return current(row);
}

/** The order ended before the signature could change or cancel it. */
const OTHERWISE_CLOSED = {
  kind: "refused",
  code: "ORDER_IS_CLOSED",
  message: "The order had ended already.",
} as const;

/** The stored outcome. */
type Known = Exclude<Outcome, { kind: "not taken" }>;

const running = new Map<string, Promise<StagedOrderRow>>();

/** The row, after an unknown outcome was looked up; concurrent callers share one look-up. */
export function reconciled(row: StagedOrderRow, now: number): Promise<StagedOrderRow> {
  const isGone =
    row.state === "sending" && now - (row.decidedAt?.getTime() ?? 0) > SENDER_GONE_AFTER_MS;
  if (row.state !== "unknown" && !isGone) return Promise.resolve(row);
  const found = running.get(row.id);
  if (found !== undefined) return found;
  const reconciling = reconcile(row, now).finally(() => running.delete(row.id));
  running.set(row.id, reconciling);
  return reconciling;
}

async function reconcile(row: StagedOrderRow, now: number): Promise<StagedOrderRow> {
  // Another look-up may have ended since the caller read the row.
  const latest = await current(row);
  if (latest.state !== row.state) return latest;
  const isOurs = row.state === "unknown" || (await disown(row));
  return isOurs ? settle(row, await lookUp(row, now), now) : current(row);
}

/** Keeps a sender that is still alive from setting it back to `waiting`, because the bytes may now be sent a second time. */
async function disown(row: StagedOrderRow): Promise<boolean> {
  const db = await database();
  const disowned = await db
    .update(stagedOrders)
    .set({ state: "unknown" })
    .where(isSending(row))
    .returning({ id: stagedOrders.id });
  return disowned.length > 0;
}

/** Sets it back to `waiting`, unless another process is reconciling it. */
async function reopen(row: StagedOrderRow, now: number): Promise<boolean> {
  const { id, userId } = row;
  const db = await database();
  return db.transaction(async (change) => {
    const reopened = await change
      .update(stagedOrders)
      .set({ state: "waiting", decidedAt: null, signed: null, digest: null })
      .where(isSending(row))
      .returning({ id: stagedOrders.id });
    if (reopened.length === 0) return false;
    await noteOutcomes(change, [{ id, userId, outcome: null }], now);
    return true;
  });
}

function isSending({ id, digest }: StagedOrderRow): SQL | undefined {
  const isSame = digest === null ? undefined : eq(stagedOrders.digest, digest);
  return and(eq(stagedOrders.id, id), eq(stagedOrders.state, "sending"), isSame);
}

async function lookUp(row: StagedOrderRow, now: number): Promise<Known> {
  try {
    const age = (await readVenueClock()) - Number(row.signed?.headers[SIGNATURE_HEADER.timestamp]);
    if (age <= SIGNATURE_LIFETIME_MS) {
      const outcome = await send(row, now, false);
      return outcome.kind === "not taken" ? failed(outcome.refusal) : outcome;
    }
    const found =
      row.target === null ? placedAs(row, await findOrder(row, now)) : await changeOf(row, now);
    if (found !== undefined && found.kind !== "not taken") return found;
    return age > SETTLED_AFTER_MS ? NEVER_ARRIVED : stillUnknown(row);
  } catch (error) {
    return failed(error);
  }
}

function stillUnknown({ errorCode, errorMessage }: StagedOrderRow): Known {
  return { kind: "unknown", code: errorCode ?? "VENUE_TIMEOUT", message: errorMessage ?? "" };
}

async function send(row: StagedOrderRow, now: number, isFirst: boolean): Promise<Outcome> {
  const { signed, account } = row;
  if (signed === null) throw new Error(`The staged order ${row.id} was not signed.`);
  try {
    const { answer } = await askWithKey(
      { actor: { account }, now },
      {
        ...venueAddress(row),
        headers: signed.headers,
        body: new TextEncoder().encode(signed.body),
      },
    );
    return outcomeOf(answer, row, isFirst);
  } catch (error) {
    const isUnsent = error instanceof ServiceError && error.code === "TRADING_NOT_ENABLED";
    return isFirst && isUnsent ? { kind: "not taken", refusal: error } : failed(error);
  }
}

function failed(error: unknown): Known {
  if (!(error instanceof ServiceError)) throw error;
  return { kind: "unknown", code: error.code, message: error.message };
}

/**
 * What became of the order that was to be changed or cancelled; `undefined` while nothing shows that the bytes arrived. An order
 * that ended in another way was not cancelled by them.
 */
async function changeOf(row: StagedOrderRow, now: number): Promise<Outcome | undefined> {
  const { action, target, order, account } = row;
  if (target === null) return undefined;
  const record = await readOrder(account, target.order_id, now);
  if (record === undefined) return undefined;
  const isClosed = record.status === "CLOSED";
  if (action === "cancel") {
    if (isClosed && record.cancel_reason === "USER_CANCELED") return placedAs(row, record);
    return isClosed ? OTHERWISE_CLOSED : undefined;
  }
  const { size, price, trigger_price } = placeOrderFields(order);
  const hasTerms =
    (target.follows_position || isSameFigure(record.size, size)) &&
    isSameFigure(record.trigger_price ?? record.price, trigger_price ?? price);
  if (hasTerms) return placedAs(row, record);
  return isClosed ? OTHERWISE_CLOSED : undefined;
}

/** More decimals than any decimal has. */
const MAX_DECIMALS = 31;

/** The venue may keep another text of the same number: `64000` for a signed `64000.0`. */
function isSameFigure(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return parseDecimal(one, MAX_DECIMALS) === parseDecimal(other, MAX_DECIMALS);
}

/** The venue's order of this signature. The lists are newest first, so the search ends at the signature's own time. */
async function findOrder(
  row: StagedOrderRow,
  now: number,
): Promise<Record<string, unknown> | undefined> {
  const signedAt = Number(row.signed?.headers[SIGNATURE_HEADER.timestamp]);
  const query = new URLSearchParams({ status: "ALL", market: row.order.market });
  query.set("page_size", String(PAGE_ROWS));
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { results, next } = await readVenue(
      { actor: { account: row.account }, now },
      { path: `/v1/orders?${query}`, contract: OrderPage },
    );
    const found =
      results.find(({ client_id }) => client_id === row.id) ??
      results.find(({ digest }) => digest === row.digest);
    if (found !== undefined) return found;
    const oldest = results.at(-1);
    // The venue accepts timestamps that are a little ahead of its clock.
    if (
      next === null ||
      oldest === undefined ||
      oldest.created_at < signedAt - SENDER_GONE_AFTER_MS
    )
      return undefined;
    query.set("cursor", next);
  }
  throw new ServiceError("VENUE_UNREACHABLE");
}

/**
 * Stores the outcome unless another look-up was first; a known outcome never becomes unknown again. The end of an order, its
 * audit row and its event are written together or not at all.
 */
async function settle(row: StagedOrderRow, outcome: Known, now: number): Promise<StagedOrderRow> {
  const db = await database();
  const isPlaced = outcome.kind === "placed";
  const settled = await emitting(db, async (change, emit, announce) => {
    // The lock order of every change of an account, its deletion included.
    await lockAccount(change, row.userId);
    const [known] = await change
      .update(stagedOrders)
      .set({
        state: outcome.kind,
        result: isPlaced ? outcome.record : null,
        errorCode: isPlaced ? null : outcome.code,
        errorMessage: isPlaced ? null : outcome.message,
        endedAt: outcome.kind === "unknown" ? null : new Date(now),
      })
      .where(and(eq(stagedOrders.id, row.id), inArray(stagedOrders.state, ["sending", "unknown"])))
      .returning();
    if (known !== undefined && outcome.kind !== "unknown") {
      await recordEnd(change, emit, { row: known, outcome, now });
      if (isPlaced) {
        const event = { userId: row.userId, subject: row.id, version: known.state, now };
        await announce({ type: "agentic.executed", ...event, ...announcedOrder(known) });
      }
    }
    return known;
  });
  return settled ?? current(row);
}

type End = { row: StagedOrderRow; outcome: Exclude<Known, { kind: "unknown" }>; now: number };

async function recordEnd(change: Change, emit: Emit, { row, outcome, now }: End): Promise<void> {
  const { id, userId, account, sourceName: name } = row;
  const order = summaryOf(row);
  const error = outcome.kind === "refused" ? outcome.code : null;
  await recordAudit(change, {
    now,
    userId,
    actor: { kind: "service" },
    action: `order.${outcome.kind}`,
    target: id,
    details: error === null ? { name, order } : { name, order, error },
  });
  await emit({
    type: outcome.kind === "placed" ? "agentic.executed" : "agentic.refused",
    userId,
    subject: id,
    version: outcome.kind,
    at: now,
    now,
    data: {
      staged_order_id: id,
      account,
      order,
      order_id: outcome.kind === "placed" ? VenueOrder.parse(outcome.record).id : null,
      error,
    },
  });
}

async function current(row: StagedOrderRow): Promise<StagedOrderRow> {
  const db = await database();
  const [known] = await db.select().from(stagedOrders).where(eq(stagedOrders.id, row.id));
  if (known === undefined) throw new ServiceError("STAGED_ORDER_NOT_FOUND");
  return known;
}
