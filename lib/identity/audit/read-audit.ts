/** The caller's own rows of the audit log, newest first, a page at a time. */
import "server-only";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { AuditPage } from "#lib/protocol/wire/identity.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { AuditCursor, auditPage } from "./audit-page.ts";

const moment = instant.transform((text) => new Date(text)).optional();

export const AuditQuery = z.strictObject({
  cursor: AuditCursor.optional(),
  /** The first moment that counts, and the first one that no longer does. */
  from: moment,
  to: moment,
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, "must be 1 to 100")
    .default(50),
});

export function readAudit(call: {
  ctx: { actor: SessionActor };
  input: { query: z.output<typeof AuditQuery> };
}): Promise<AuditPage> {
  return auditPage(call.ctx.actor.userId, call.input.query);
}
