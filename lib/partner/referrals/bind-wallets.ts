/** Binds wallets of referred people to their referrals, permanently. */
import "server-only";
import { sql } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import { isOwnWallet } from "./self-referral.ts";

/**
 * Binds those of the accounts (base58) that are linked to a referred person and not bound yet. Fees count from when both existed.
 * A wallet that is or was the partner's own is not bound.
 */
export async function bindWallets(
  change: Pick<Statements, "execute">,
  accounts: readonly string[],
): Promise<void> {
  const candidates = sql`
    from identities i join partner_referrals r on r.user_id = i.user_id join partners p on p.id = r.partner_id
    where i.kind = 'wallet' and i.subject in (select json_array_elements_text(${JSON.stringify(accounts)}::json))
      and not exists (select 1 from partner_accounts bound where bound.account = i.subject)`;
  const { rows } = await change.execute(sql`select 1 ${candidates} limit 1`);
  // The usual case, without a search in any audit log.
  if (rows.length === 0) return;
  await change.execute(sql`
    insert into partner_accounts (account, referral_id, bound_at)
    select i.subject, r.id, greatest(r.bound_at, floor(extract(epoch from i.created_at) * 1000)::bigint)
    ${candidates} and not ${isOwnWallet(sql`i.subject`)}
    on conflict do nothing`);
}
