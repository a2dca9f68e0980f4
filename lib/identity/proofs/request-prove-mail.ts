/** A session requests a mail that proves an address of its account again. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { type MailSent, sendEmailLink } from "./email-links.ts";
import type { EmailCallOfSession } from "./email-request.ts";

/**
 * The mailbox is the caller's own, and only the caller's requests count, so that strangers cannot block a fresh proof.
 * @throws IDENTITY_NOT_FOUND for an address that is not linked to the caller's account, RATE_LIMITED
 */
export async function requestProveMail(
  { ctx, input }: EmailCallOfSession,
  locale: MailLocale,
): Promise<z.output<typeof MailSent>> {
  const { email } = input.body;
  const { actor, now, quotas } = ctx;
  await requireOwnAddress(actor, email);
  await takeQuotas(quotas, ["session_mails", actor.userId]);
  return sendEmailLink({ email, purpose: "prove", sessionId: actor.sessionId, locale }, now);
}

async function requireOwnAddress({ userId }: SessionActor, email: string): Promise<void> {
  const db = await database();
  const own = await db
    .select({ id: identities.id })
    .from(identities)
    .where(
      and(
        eq(identities.userId, userId),
        eq(identities.kind, "email"),
        eq(identities.subject, email),
      ),
    );
  if (own.length === 0) throw new ServiceError("IDENTITY_NOT_FOUND");
}
