/** Asks for a mail: anybody may to sign in, a session to link an address or to prove one that it has. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { database } from "#lib/db/client.ts";
import { identities } from "#lib/db/schema/identity.ts";
import { ServiceError } from "#lib/errors.ts";
import { EmailAddress } from "#lib/mail/email-address.ts";
import type { MailLocale } from "#lib/mail/texts/texts.ts";
import { requireFreshProof } from "#lib/wallet-session/fresh-proof.ts";
import { type MailSent, sendEmailLink } from "./email-tokens.ts";

export const EmailRequest = z.strictObject({ email: EmailAddress });

type Input = { body: z.output<typeof EmailRequest> };
type SessionCall = { ctx: { actor: SessionActor; now: number }; input: Input };
type Sent = Promise<z.output<typeof MailSent>>;

/** Nothing is looked up: whether the address has an account changes neither the answer nor how long it takes. */
export async function askSignInMail(
  call: { ctx: { now: number }; input: Input },
  locale: MailLocale,
): Sent {
  const { email } = call.input.body;
  return sendEmailLink({ email, purpose: "sign-in", sessionId: undefined, locale }, call.ctx.now);
}

/** Whether the address belongs to another account is told to who opens the link. @throws FRESH_PROOF_REQUIRED */
export async function askLinkMail({ ctx, input }: SessionCall, locale: MailLocale): Sent {
  const { actor, now } = ctx;
  requireFreshProof(actor, now);
  const { email } = input.body;
  return sendEmailLink({ email, purpose: "link", sessionId: actor.sessionId, locale }, now);
}

/** @throws IDENTITY_NOT_FOUND for an address that is not linked to the caller's account */
export async function askProveMail({ ctx, input }: SessionCall, locale: MailLocale): Sent {
  const { actor, now } = ctx;
  const { email } = input.body;
  await requireOwnAddress(actor, email);
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
