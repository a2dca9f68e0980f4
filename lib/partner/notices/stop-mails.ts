/** Stops the mails of a partner, for any holder of one of them. Notices stay on the partner page, where mails can be switched on again. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { partnerOfToken } from "./unsubscribe-token.ts";

/** Idempotent. @throws NOT_FOUND for an unknown token */
export async function stopMails({
  ctx: { client, now },
  input,
}: {
  ctx: { client: Client; now: number };
  input: { params: { token: string } };
}): Promise<void> {
  const partnerId = partnerOfToken(input.params.token);
  if (partnerId === undefined) throw new ServiceError("NOT_FOUND");
  const db = await database();
  await db.transaction(async (change) => {
    const [stopped] = await change
      .update(partners)
      .set({ mailNotices: false })
      .where(and(eq(partners.id, partnerId), eq(partners.mailNotices, true)))
      .returning({ userId: partners.userId });
    if (stopped === undefined) return;
    // The link says who the partner is, not who opened it.
    const by = { now, ...stopped, actor: { kind: "service" as const }, client };
    await recordAudit(change, { ...by, action: "partner.mails_stopped", target: partnerId });
  });
}
