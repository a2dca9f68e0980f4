/** Records a refused proof of an account's identity in the audit log, so that the owner sees the attempt. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { MEMO_ERRORS } from "#lib/kernel/errors/catalogue-memos.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";

const REFUSALS: ReadonlySet<string> = new Set(["SIGN_IN_REFUSED", ...Object.keys(MEMO_ERRORS)]);

type Context = { now: number; client: Client };

/**
 * Runs `prove` and records its refusal, at most once an hour for an account and a method, so that strangers cannot fill the
 * log of an account. `claimed`: the claimed identity, well-formed.
 */
export async function auditRefusal<Proved>(
  claimed: Pick<ProvedIdentity, "kind" | "subject">,
  ctx: Context,
  prove: () => Promise<Proved>,
): Promise<Proved> {
  try {
    return await prove();
  } catch (thrown) {
    if (thrown instanceof ServiceError && REFUSALS.has(thrown.code)) await note(claimed, ctx);
    throw thrown;
  }
}

async function note(
  { kind, subject }: Pick<ProvedIdentity, "kind" | "subject">,
  { now, client }: Context,
): Promise<void> {
  const db = await database();
  const [known] = await db
    .select({ id: identities.id, userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.kind, kind), eq(identities.subject, subject)));
  if (known === undefined) return;
  const { userId, id: target } = known;
  const { allowed } = await takeQuota("noted_refusals", `${userId} ${kind}`);
  if (!allowed) return;
  await recordAudit(db, {
    now,
    userId,
    actor: { kind: "service" },
    action: "sign_in.refused",
    target,
    client,
    details: { kind },
  });
}
