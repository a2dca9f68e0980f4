/** The referral of the signed-in person: by whose link they came, and the code that they can still type. */
import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";
import type { OwnReferral } from "#lib/protocol/wire/partner.ts";
import { bindReferral } from "./bind-referral.ts";
import { CODE_ENTRY_MS } from "./code-entry.ts";
import { linkOf } from "./link-of.ts";
import { CODE } from "./referral-code.ts";

export const CodeBody = z.strictObject({ code: z.string().trim().toLowerCase().min(1).max(64) });

type Context = { actor: SessionActor; client: Client; now: number };

export async function readOwnReferral({
  ctx: { actor, now },
}: {
  ctx: Pick<Context, "actor" | "now">;
}): Promise<OwnReferral> {
  const db = await database();
  const [account] = await db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (account === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return shown(db, actor.userId, { createdAt: account.createdAt.getTime(), now });
}

/**
 * Binds the person to the partner of a code that they type within a day of their sign-up. Fees before it do not count.
 * @throws REFERRAL_CODE_UNKNOWN, REFERRAL_CODE_OWN, ALREADY_REFERRED, REFERRAL_TOO_LATE
 */
export async function enterCode({
  ctx,
  input,
}: {
  ctx: Context;
  input: { body: z.output<typeof CodeBody> };
}): Promise<OwnReferral> {
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const db = await database();
  return db.transaction(async (change) => {
    const createdAt = (await lockAccount(change, userId)).createdAt.getTime();
    const present = await shown(change, userId, { createdAt, now });
    if (present.referral !== null) throw new ServiceError("ALREADY_REFERRED");
    if (present.open_until === null) throw new ServiceError("REFERRAL_TOO_LATE");
    if (!CODE.test(input.body.code)) throw new ServiceError("REFERRAL_CODE_UNKNOWN");
    const links = [{ code: input.body.code, tags: {}, isTyped: true }];
    const { state } = await bindReferral(change, { userId, links, now, client });
    if (state === "unknown") throw new ServiceError("REFERRAL_CODE_UNKNOWN");
    if (state === "own") throw new ServiceError("REFERRAL_CODE_OWN");
    if (state === "taken") throw new ServiceError("ALREADY_REFERRED");
    return shown(change, userId, { createdAt, now });
  });
}

const Row = z.object({ link: z.string().nullable(), bound_at: z.string().transform(Number) });

async function shown(
  db: Pick<Change, "execute">,
  userId: string,
  { createdAt, now }: { createdAt: number; now: number },
): Promise<OwnReferral> {
  const { rows } = await db.execute(sql`
    select ${linkOf} as link, r.bound_at::text from partner_referrals r where r.user_id = ${userId}`);
  const row = rows[0] === undefined ? undefined : Row.parse(rows[0]);
  const closes = createdAt + CODE_ENTRY_MS;
  return {
    referral:
      row === undefined ? null : { code: row.link, since: new Date(row.bound_at).toISOString() },
    open_until: row === undefined && now < closes ? new Date(closes).toISOString() : null,
    discount_percent: DISCOUNT_PERCENT,
  };
}
