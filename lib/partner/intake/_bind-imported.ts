/** Binds the people of an import to their partner. */
import "server-only";
import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { personOf } from "#lib/identity/person/person.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { lockPartner } from "#lib/partner/ledger/append-rows.ts";
import type { Partner } from "#lib/partner/profile/partner.ts";
import { isOwnWallet } from "#lib/partner/referrals/self-referral.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** Refused: the person already has a partner, for life, or is the partner. */
export const REFUSALS = ["ALREADY_REFERRED", "SELF_REFERRAL"] as const;
type Refusal = (typeof REFUSALS)[number];

export type ReferralToBind = {
  /** Base58 public key. */ account: string /** Unix milliseconds. */;
  since: number;
};

/** Creates an account for each wallet that has none and was never referred. Not in a transaction. */
export async function requirePeople(
  db: Pick<Database, "execute">,
  referrals: readonly ReferralToBind[],
  ctx: OperatorContext,
): Promise<void> {
  const accounts = JSON.stringify(referrals.map(({ account }) => account));
  const { rows } = await db.execute(sql`
    select x as account from (select json_array_elements_text(${accounts}::json) as x) asked
    where not exists (select 1 from identities i where i.kind = 'wallet' and i.subject = x)
      and not exists (select 1 from partner_accounts a where a.account = x)`);
  for (const row of rows) {
    const { account } = z.object({ account: z.string() }).parse(row);
    await personOf({ kind: "wallet", subject: account, label: account }, ctx);
  }
}

type Binding = {
  partner: Partner;
  referrals: readonly ReferralToBind[];
  simulated: boolean;
};

type Change = Pick<Database, "execute" | "insert" | "select">;

type Refused = { account: string; reason: Refusal };

/** @returns the refused people. Idempotent. It takes the lock of the partner. */
export async function bindImported(
  change: Change,
  binding: Binding,
  ctx: OperatorContext,
): Promise<Refused[]> {
  if (binding.referrals.length === 0) return [];
  const { partner, referrals } = binding;
  const accounts = JSON.stringify(referrals.map(({ account }) => account));
  await lockPeople(change, accounts);
  await lockPartner(change, partner.id);
  const found = await peopleBehind(change, { partner, accounts });
  const reasons = new Map<string, Refusal>();
  const fresh: FreshReferral[] = [];
  for (const referral of referrals) {
    const { account } = referral;
    const { is_own: isOwn, user_id: userId, bound_to: boundTo } = found.get(account) ?? NOBODY;
    if (isOwn) reasons.set(account, "SELF_REFERRAL");
    else if (boundTo !== null && boundTo !== partner.id) reasons.set(account, "ALREADY_REFERRED");
    else if (boundTo === null && userId !== null) fresh.push({ ...referral, userId });
  }
  const taken = await bindFresh(change, { ...binding, referrals: fresh }, ctx);
  for (const account of taken) reasons.set(account, "ALREADY_REFERRED");
  return referrals.flatMap(({ account }) => {
    const reason = reasons.get(account);
    return reason === undefined ? [] : [{ account, reason }];
  });
}

/** Locks accounts before partners, and always in the same order, to prevent deadlocks. */
async function lockPeople(change: Change, accounts: string): Promise<void> {
  await change.execute(sql`
    select u.id from users u where u.id in (
      select i.user_id from identities i
      where i.kind = 'wallet' and i.subject in (select json_array_elements_text(${accounts}::json)))
    order by u.id for update`);
}

const Found = z.object({
  account: z.string(),
  /** True for a wallet of the partner's own account. */
  is_own: z.boolean(),
  /** Null: no longer linked to an account. */
  user_id: z.string().nullable(),
  /** The partner that the wallet is bound to for good. */
  bound_to: z.string().nullable(),
});
type Found = z.output<typeof Found>;

/** Skips an account that was deleted since it was found; the next import creates it again. */
const NOBODY = { is_own: false, user_id: null, bound_to: null };

async function peopleBehind(
  change: Change,
  { partner, accounts }: { partner: Partner; accounts: string },
): Promise<Map<string, Found>> {
  const { rows } = await change.execute(sql`
    select asked.x as account, ${isOwnWallet(sql`asked.x`)} as is_own, i.user_id, r.partner_id as bound_to
    from (select json_array_elements_text(${accounts}::json) as x) asked
      join partners p on p.id = ${partner.id}
      left join identities i on i.kind = 'wallet' and i.subject = asked.x
      left join partner_accounts a on a.account = asked.x
      left join partner_referrals r on r.id = a.referral_id`);
  return new Map(rows.map((row) => Found.parse(row)).map((row) => [row.account, row]));
}

type FreshReferral = ReferralToBind & { userId: string };
type FreshBinding = Omit<Binding, "referrals"> & { referrals: readonly FreshReferral[] };

/** Binds unbound wallets to their people's referrals. @returns those whose people belong to another partner */
async function bindFresh(
  change: Change,
  binding: FreshBinding,
  ctx: OperatorContext,
): Promise<string[]> {
  const { partner, referrals } = binding;
  if (referrals.length === 0) return [];
  await makeReferrals(change, binding, ctx);
  const users = referrals.map(({ userId }) => userId);
  const bound = await change
    .select()
    .from(partnerReferrals)
    .where(inArray(partnerReferrals.userId, users));
  const byUser = new Map(bound.map((row) => [row.userId, row]));
  const taken: string[] = [];
  const accounts: (typeof partnerAccounts.$inferInsert)[] = [];
  for (const { account, userId, since } of referrals) {
    const own = byUser.get(userId);
    if (own?.partnerId !== partner.id) taken.push(account);
    else accounts.push({ account, referralId: own.id, boundAt: Math.max(since, own.boundAt) });
  }
  if (accounts.length > 0)
    await change.insert(partnerAccounts).values(accounts).onConflictDoNothing();
  return taken;
}

/** For people without a referral; of several wallets of one person the first in the list sets the start. */
async function makeReferrals(
  change: Change,
  { partner, referrals, simulated }: FreshBinding,
  { now, actor, client }: OperatorContext,
): Promise<void> {
  const rows = referrals.map(({ userId, since }) => ({
    id: newId("ref"),
    partnerId: partner.id,
    userId,
    boundAt: since,
    simulated,
    via: "import" as const,
  }));
  const made = await change
    .insert(partnerReferrals)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: partnerReferrals.id, userId: partnerReferrals.userId });
  for (const { id, userId } of made) {
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "partner.referred",
      target: id,
      client,
      details: { code: partner.code },
    });
  }
}
