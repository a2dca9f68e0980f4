/** Books fees of referred people into the ledgers of their partners, from every source. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { bindWallets } from "#lib/partner/referrals/bind-wallets.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import type { FeeSource } from "#lib/protocol/partner/partner-levels.ts";
import { type Accrual, appendEntries } from "./append-rows.ts";
import type { Origin } from "./ledger-row.ts";

/** A fee of an account that may or may not be referred. */
export type ChargedFee = {
  /** Identifies the fee permanently, such as trade and side; a second one with the same key changes nothing. */
  key: string;
  /** Base58 public key. */
  account: string;
  source: FeeSource;
  /** 1e-9 USD: after the discount, which is the basis, and before it. */
  charged: bigint;
  gross: bigint;
  /** Unix milliseconds. */
  occurredAt: number;
  origin: Origin;
  simulated: boolean;
};

const Bound = z.object({
  account: z.string(),
  referral_id: z.string(),
  partner_id: z.string(),
  bound_at: z.string().transform(Number),
});

type Referred = z.output<typeof Bound>;

/**
 * Books them in the given order, in the transaction that also stores the place in their feed. Fees of accounts that were not
 * referred at the time, and zero fees, are not booked. @returns how many were new
 */
export async function bookFees(
  change: Pick<Statements, "execute">,
  fees: readonly ChargedFee[],
  now: number,
): Promise<number> {
  if (fees.length === 0) return 0;
  const referred = await referredAmong(change, [...new Set(fees.map(({ account }) => account))]);
  const byPartner = new Map<string, Accrual[]>();
  for (const fee of fees) {
    const owner = referred.get(fee.account);
    if (owner === undefined || fee.charged <= 0n || fee.occurredAt < owner.bound_at) continue;
    const own = byPartner.get(owner.partner_id) ?? [];
    own.push(accrualOf(fee, owner));
    byPartner.set(owner.partner_id, own);
  }
  let booked = 0;
  // Always in the same order, so that replicas cannot deadlock.
  for (const partnerId of [...byPartner.keys()].toSorted()) {
    const entries = byPartner.get(partnerId) ?? [];
    booked += (await appendEntries(change, { partnerId, now, entries })).length;
  }
  return booked;
}

function accrualOf(fee: ChargedFee, { referral_id: referralId }: Referred): Accrual {
  const { key, source, charged, gross, occurredAt, origin, simulated } = fee;
  const facts = { key, referralId, source, fee: charged, gross, occurredAt, origin, simulated };
  return { kind: "accrual", ...facts };
}

/** Binds wallets that a referred person got without linking them. A partner earns nothing from own wallets. */
async function referredAmong(
  change: Pick<Statements, "execute">,
  accounts: readonly string[],
): Promise<Map<string, Referred>> {
  await bindWallets(change, accounts);
  const { rows } = await change.execute(sql`
    select a.account, a.referral_id, r.partner_id, a.bound_at::text
    from partner_accounts a
      join partner_referrals r on r.id = a.referral_id
      join partners p on p.id = r.partner_id
      join users u on u.id = p.user_id
    where a.account in (select json_array_elements_text(${JSON.stringify(accounts)}::json)) and u.deleted_at is null
      and r.review is distinct from 'rejected'
      and not exists (
        select 1 from identities own
        where own.kind = 'wallet' and own.subject = a.account and own.user_id = p.user_id)`);
  return new Map(rows.map((row) => Bound.parse(row)).map((row) => [row.account, row]));
}
