/** Sends queued calls of postbacks: GET to the address of the partner, with a few attempts, over guarded connections. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { partnerPostbackCalls } from "#lib/partner/schema/postbacks.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import {
  type Network,
  OutboundError,
  sendOutbound,
} from "#lib/platform/outbound/guarded-request.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { fillMacros, PARTNER_EVENTS } from "#lib/protocol/partner/postbacks.ts";
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptFailure,
  DELIVERY_ID_HEADER,
} from "#lib/protocol/webhooks.ts";

/** Waits before attempts 2 to 5. */
export const WAITS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;
/** Calls in a row that died pause a postback. */
export const DEAD_TO_PAUSE = 10;
/** Longer than an attempt takes, so that a living process keeps its claim. */
const LEASE_MS = 30_000;
/** Of one run, and of one partner in it, so that no slow receiver holds up the others. */
const MAX_CALLS = 32;
const MAX_OF_PARTNER = 4;
const MAX_BYTES = 4_096;

const Claimed = z.object({
  id: z.string(),
  partner_id: z.string(),
  event: z.enum(PARTNER_EVENTS),
  attempts: z.int(),
  url: z.string(),
  macros: z.record(z.string(), z.string()),
});
type Claimed = z.output<typeof Claimed>;

export type CallResult = { status: number | null; failure: AttemptFailure | null };

type Sending = { now: () => number; network: Network; signal?: AbortSignal };

/** Sends the calls that are due, together. @returns how many were sent */
export async function sendCalls(sending: Sending): Promise<number> {
  const db = await database();
  const calls = await claim(db, sending.now());
  await Promise.all(
    calls.map(async (call) => {
      const url = fillMacros(call.url, call.macros);
      const result = await callAddress(url, call.id, sending.network);
      await store(db, call, { url, ...result, at: sending.now() });
    }),
  );
  return calls.length;
}

/** Once. Every failure is a result. A redirect counts as a failure: the partner gives the final address. */
export async function callAddress(
  address: string,
  id: string,
  network: Network,
): Promise<CallResult> {
  try {
    const { status } = await sendOutbound(
      {
        url: new URL(address),
        headers: { "user-agent": "svc-postback", [DELIVERY_ID_HEADER]: id },
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        cutsBody: true,
        mostRedirects: 0,
      },
      network,
    );
    return { status, failure: status >= 200 && status < 300 ? null : "status" };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure } = error;
    const isCut = failure === "too_large" || failure === "too_many_redirects";
    return { status: null, failure: isCut ? "unreachable" : failure };
  }
}

/** Under a lease: should the process end, another one sends the call again. */
async function claim(db: Database, now: number): Promise<Claimed[]> {
  const { rows } = await db.execute(sql`
    with due as (
      select c.id, row_number() over (partition by c.partner_id order by c.due_at, c.id) as place
      from partner_postback_calls c join partner_postbacks p on p.partner_id = c.partner_id
      where c.due_at <= ${now} and p.paused_at is null
    ), picked as (
      select c.id from partner_postback_calls c join due on due.id = c.id
      where due.place <= ${MAX_OF_PARTNER} and c.due_at <= ${now}
      order by c.due_at limit ${MAX_CALLS} for update of c skip locked
    )
    update partner_postback_calls c set attempts = c.attempts + 1, due_at = ${now + LEASE_MS}
    from picked, partner_postbacks p
    where c.id = picked.id and p.partner_id = c.partner_id
    returning c.id, c.partner_id, c.event, c.attempts, p.url, c.macros`);
  return rows.map((row) => Claimed.parse(row));
}

type Outcome = CallResult & { url: string; at: number };

async function store(db: Database, call: Claimed, outcome: Outcome): Promise<void> {
  const { failure, status, url, at } = outcome;
  const wait = WAITS_MS[call.attempts - 1];
  const state = failure === null ? "delivered" : wait === undefined ? "dead" : "pending";
  const dueAt = state === "pending" ? at + (wait ?? 0) : null;
  await db.transaction(async (change) => {
    const { id, attempts } = partnerPostbackCalls;
    await change
      .update(partnerPostbackCalls)
      .set({ state, dueAt, attemptedAt: at, url, status, failure })
      // Only the attempt that still has the claim.
      .where(and(eq(id, call.id), eq(attempts, call.attempts)));
    if (state === "dead") await pauseAfterMany(change, call.partner_id, at);
  });
}

/** An address that never answers costs five attempts an event; its partner finds it paused. */
async function pauseAfterMany(
  change: Pick<Database, "execute">,
  partnerId: string,
  now: number,
): Promise<void> {
  // Calls that die at once count one after the other: none sees the rows of another before it ends.
  await change.execute(sql`
    select 1 from partner_postbacks where partner_id = ${partnerId} for update`);
  await change.execute(sql`
    update partner_postbacks p set paused_at = ${now}
    where p.partner_id = ${partnerId} and p.paused_at is null and (
      select count(*) filter (where state = 'dead') from (
        select state from partner_postback_calls c
        where c.partner_id = p.partner_id and c.state <> 'pending' and not c.is_test
        order by c.attempted_at desc, c.id limit ${DEAD_TO_PAUSE}
      ) latest) >= ${DEAD_TO_PAUSE}`);
}

/** Days for which calls are kept. */
const KEPT_DAYS = 30;

export async function cleanUpCalls(now: number): Promise<void> {
  const db = await database();
  await db.execute(sql`
    delete from partner_postback_calls where created_at < ${now - KEPT_DAYS * 24 * HOUR_MS}`);
}

/** The rows of a partner whose account is deleted. */
export async function eraseCalls(change: Pick<Database, "execute">, userId: string): Promise<void> {
  const own = sql`select id from partners where user_id = ${userId}`;
  await change.execute(sql`delete from partner_postback_calls where partner_id in (${own})`);
  await change.execute(sql`delete from partner_postbacks where partner_id in (${own})`);
}
