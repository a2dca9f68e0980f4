/**
 * Stores what a bar changed: the alerts, their pushes and the events for webhooks in one
 * transaction, so that an alert that fired is announced, once, and an alert that is announced has
 * fired. A row changes only from the state that was judged, so any number of replicas may store.
 */
import "server-only";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { AlertPush } from "#lib/protocol/wire/pushes.ts";
import type { PushDraft } from "#lib/pushes/rules/push-draft.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { PUSHES_ELECTION } from "#lib/pushes/writing/pushes-election.ts";
import { storePushes } from "#lib/pushes/writing/store-pushes.ts";
import type { Judgement } from "./alert-book.ts";
import { type MarkBar, PRICE_DECIMALS, type Price } from "./alert-rule.ts";

/** An alert of a time in which no replica ran is still news for its owner. */
const WINDOW_MS = DAY_MS;
const QUOTE = /USDC$/;

type Row = typeof priceAlerts.$inferSelect;
type Fired = { row: Row; mark: Price };

/** `now` is in Unix milliseconds. */
export async function storeJudgements(
  db: Database,
  { bar, judgements, now }: { bar: MarkBar; judgements: readonly Judgement[]; now: number },
): Promise<void> {
  const firings = await emitting(db, async (change, _emit, announce) => {
    const rows = await lockAlerts(change, judgements);
    const fired: Fired[] = [];
    for (const { alert, verdict } of judgements) {
      const row = rows.get(alert.id);
      if (row?.firings !== alert.firings || row.isArmed !== alert.isArmed) continue;
      if (verdict.fires) fired.push({ row, mark: verdict.mark });
      await storeOne(change, { row, verdict, bar });
    }
    if (fired.length > 0) await announceAll(change, { fired, bar, now }, announce);
    return fired.length;
  });
  if (firings > 0) notifyProcess(PUSHES_ELECTION);
}

/**
 * Owners are locked before their alerts, in the order in which the deletion of an account locks
 * them. Alerts of deleted accounts are not found.
 */
async function lockAlerts(
  change: Pick<Change, "select">,
  judgements: readonly Judgement[],
): Promise<Map<string, Row>> {
  const isJudged = inArray(
    priceAlerts.id,
    judgements.map(({ alert }) => alert.id),
  );
  const owners = change.select({ id: priceAlerts.userId }).from(priceAlerts).where(isJudged);
  const locked = await change
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, owners), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for("share");
  if (locked.length === 0) return new Map();
  const isOwned = inArray(
    priceAlerts.userId,
    locked.map(({ id }) => id),
  );
  const rows = await change
    .select()
    .from(priceAlerts)
    .where(and(isJudged, isOwned))
    .orderBy(asc(priceAlerts.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

type Storing = { row: Row; verdict: Judgement["verdict"]; bar: MarkBar };

/** The mode is that of the row, which its owner may have changed meanwhile. */
async function storeOne(
  change: Pick<Change, "update" | "delete">,
  { row, verdict, bar }: Storing,
): Promise<void> {
  const isRow = eq(priceAlerts.id, row.id);
  if (verdict.fires && row.mode === "once") {
    await change.delete(priceAlerts).where(isRow);
    return;
  }
  const next = verdict.fires
    ? { isArmed: verdict.isBack, firings: row.firings + 1, lastFiredAt: bar.start }
    : { isArmed: true };
  await change
    .update(priceAlerts)
    .set({ ...next, since: bar.end })
    .where(isRow);
}

type Firing = { fired: readonly Fired[]; bar: MarkBar; now: number };

async function announceAll(
  change: Pick<Change, "execute" | "select" | "insert" | "update">,
  { fired, bar, now }: Firing,
  announce: Announce,
): Promise<void> {
  const drafts: PushDraft[] = [];
  for (const { row, mark } of fired) {
    const data = dataOf(row, bar, mark);
    const { id, userId, firings } = row;
    const key = `alert:${id}:${firings}`;
    drafts.push({
      type: "push.alert",
      key,
      twinKey: key,
      kind: "alert",
      userId,
      at: bar.start,
      leavesUntil: now + WINDOW_MS,
      itemId: null,
      scheduledAt: null,
      data,
    });
    const subject = { subject: id, version: `${firings}` };
    const about = { assets: [data.asset], markets: [data.market] };
    await announce({ type: "price.alert", userId, ...subject, now, data, ...about });
  }
  await storePushes(change, drafts, now);
  await change.execute(sql`SELECT ${notifyReplicas(PUSHES_ELECTION)}`);
}

function dataOf({ id, market, direction, price, note }: Row, bar: MarkBar, mark: Price): AlertPush {
  return {
    alert_id: id,
    market,
    asset: market.replace(QUOTE, ""),
    direction,
    price,
    mark: formatDecimal(mark, PRICE_DECIMALS),
    reached_at: new Date(bar.start).toISOString(),
    note,
  };
}
