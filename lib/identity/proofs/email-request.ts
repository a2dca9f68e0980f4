/** The request for a mail, and the parts of the call that its verbs use. */
import { z } from "zod";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { EmailAddress } from "#lib/platform/mail/email-address.ts";

export const EmailRequest = z.strictObject({ email: EmailAddress });

export type EmailCall = {
  ctx: { now: number; client: Client; quotas: Quota[] };
  input: { body: z.output<typeof EmailRequest> };
};
export type EmailCallOfSession = EmailCall & { ctx: { actor: SessionActor } };
