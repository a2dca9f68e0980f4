/** The audit log of an account, for support. */
import "server-only";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { AuditCursor, auditPage } from "#lib/identity/audit/audit-page.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { database } from "#lib/platform/db/client.ts";
import { AuditPage } from "#lib/protocol/wire/identity.ts";
import { findUsers } from "./find-user.ts";
import type { OperatorContext } from "./key-record.ts";

export const AuditQuery = z.strictObject({
  /** `usr_…`, a wallet or a mail address. */
  user: z.string().trim().min(4).max(200),
  cursor: AuditCursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const AuditAnswer = AuditPage.extend({ userId: z.string() });

/** For the operator only. Newest first; the read itself is recorded in the log. @throws NOT_FOUND for an unknown account */
export async function readAudit({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { query: z.output<typeof AuditQuery> };
}): Promise<z.output<typeof AuditAnswer>> {
  const { user, ...page } = input.query;
  const [userId] = await findUsers(user);
  if (userId === undefined) throw new ServiceError("NOT_FOUND");
  const answer = { userId, ...(await auditPage(userId, page)) };
  // Further pages belong to the same read.
  if (page.cursor === undefined) {
    const { now, actor, client } = ctx;
    await recordAudit(await database(), { now, userId, actor, action: "account.log_read", client });
  }
  return answer;
}
