/**
 * Events for webhooks, written in the transaction of their cause: an event exists if and only if its cause is committed.
 * `lib/webhooks` delivers them.
 */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { WEBHOOK_LIMITS, type WebhookEventType } from "#lib/protocol/webhooks.ts";

export type Announcement = {
  type: WebhookEventType;
  /** The user whose event it is; null when it concerns everyone. */
  userId: string | null;
  /** Id of what the event is about, and the state that it reached: together with the type they are announced once. */
  subject: string;
  version: string;
  /** Unix milliseconds. */
  now: number;
  /** JSON values only; at most 32 KiB as text. */
  data: Readonly<Record<string, unknown>>;
  /** Symbols that a webhook's filter compares; absent: the event has none and passes. */
  assets?: readonly string[];
  /** Symbols of the markets that it is about, and the wallet that it concerns, for filters; absent: it passes. */
  markets?: readonly string[];
  account?: string;
  /** What `min_conviction` is compared with, from 0 to 1; absent: the event passes. */
  conviction?: number;
  /** The webhook that the event is about, which does not get it. */
  about?: string;
  /**
   * True: what was announced before is announced anew when its conviction is higher or its assets are others. Webhooks whose filter it
   * passes only now get it, and no webhook gets it twice.
   */
  again?: boolean;
};

/** @returns false when it was announced before, or there is no receiver; then nothing is written */
export type Announce = (event: Announcement) => Promise<boolean>;

/**
 * An account without a webhook has no event rows: a webhook gets only what happens after its registration. The lock on the
 * account makes a concurrent deletion wait. An event for everyone has one row, however many receive it.
 */
export async function appendWebhookEvent(
  change: Pick<Database, "execute">,
  event: Omit<Announcement, "subject" | "version" | "now"> & {
    dedupKey: string;
    createdAt: number;
  },
): Promise<boolean> {
  const data = JSON.stringify(event.data);
  const { dataBytes } = WEBHOOK_LIMITS;
  if (Buffer.byteLength(data) > dataBytes) {
    throw new Error(`The data of a ${event.type} event is larger than ${dataBytes} bytes.`);
  }
  const list = (names: readonly string[] | undefined) =>
    names === undefined ? null : JSON.stringify(names);
  const values = sql`${event.dedupKey}, ${event.createdAt}::bigint, ${data},
    ${list(event.assets)}::jsonb, ${list(event.markets)}::jsonb, ${event.account ?? null}::text,
    ${event.conviction ?? null}::double precision, ${event.about ?? null}::text`;
  const source =
    event.userId === null
      ? sql`select ${event.type}, null, ${values}
          where exists (select 1 from ${webhooks} w where w.events ? ${event.type})`
      : sql`select ${event.type}, u.id, ${values} from ${users} u
          where u.id = ${event.userId} and u.deleted_at is null
            and exists (select 1 from ${webhooks} w where w.user_id = u.id)
          for share of u`;
  const { rows } = await change.execute(sql`
    insert into ${webhookEvents} as known
      (type, user_id, dedup_key, created_at, data, assets, markets, account, conviction, about)
    ${source}
    on conflict (dedup_key) do ${event.again === true ? ANEW : sql`nothing`}
    returning position`);
  return rows.length > 0;
}

/** It is fanned out once more. A delivery's id follows from webhook and key, so a webhook that has one gets no other. */
const ANEW = sql`update set
  position = excluded.position, created_at = excluded.created_at, data = excluded.data,
  assets = excluded.assets, conviction = excluded.conviction, is_fanned_out = false
  where excluded.conviction > known.conviction or excluded.assets is distinct from known.assets`;

const slot = processSlot<() => void>("webhooks.wake");

/** Sets what runs after a transaction with an announcement was committed in this process. */
export function onAnnounced(wake: (() => void) | undefined): void {
  slot.value = wake;
}

export function wakeWebhooks(): void {
  slot.value?.();
}
