/** Stops the mails of a partner, for any holder of one of them. Notices stay on the partner page, where mails can be switched on again. */
import "server-only";
import { eq } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { partners } from "#lib/platform/db/schema/partner.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { partnerOfToken } from "./unsubscribe-token.ts";

/** Idempotent. @throws NOT_FOUND for an unknown token */
export async function stopMails({
  input,
}: {
  input: { params: { token: string } };
}): Promise<void> {
  const partnerId = partnerOfToken(input.params.token);
  if (partnerId === undefined) throw new ServiceError("NOT_FOUND");
  const db = await database();
  await db.update(partners).set({ mailNotices: false }).where(eq(partners.id, partnerId));
}
