/**
 * Sends the owner of an account its security notices, in the transaction of the change: in the inbox, and by a mail to each
 * address that the account has at that moment, so that an attacker who took the account over cannot hide it from its owner.
 */
import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { securityMails } from "#lib/identity/schema/security.ts";
import { appendNotice } from "#lib/platform/inbox/append-notice.ts";
import type { AuditDatabase, AuditEntry } from "./audit-entry.ts";
import { securityNoticeOf } from "./security-notice.ts";

/** Mails of an account that may wait: more than any person causes, and less than floods a mailbox. */
const MAX_WAITING = 50;

/** `auditId` is the id of the entry. The first session of an account sends no notice. */
export async function notifyOwner(
  change: AuditDatabase,
  entry: AuditEntry,
  auditId: string,
): Promise<void> {
  const notice = securityNoticeOf(entry);
  if (notice === undefined) return;
  const { userId, now, formerAddresses = [] } = entry;
  const { kind, facts } = notice;
  const dedupKey = createHash("sha256").update(`security ${auditId}`).digest("hex");
  const event = { userId, dedupKey, type: `security.${kind}`, at: now, createdAt: now };
  await appendNotice(change, { ...event, data: facts, readAt: null });
  await change.execute(sql`
    with recipients as (
      select subject as recipient from identities where user_id = ${userId} and kind = 'email'
      union
      select value from json_array_elements_text(${JSON.stringify(formerAddresses)}::json)
    )
    insert into ${securityMails} (id, recipient, locale, kind, at, facts, due_at)
    select 'sml_' || replace(gen_random_uuid()::text, '-', ''), recipient,
      coalesce((select locale from ${pushPreferences} where user_id = ${userId}), 'en'),
      ${kind}, ${now}::bigint, ${JSON.stringify(facts)}::jsonb, ${now}::bigint
    from recipients
    where (select count(*) from ${securityMails} waiting where waiting.recipient = recipients.recipient) < ${MAX_WAITING}`);
}
