/** A partner's own wallets, which prevents self-referral. */
import { type SQL, sql } from "drizzle-orm";

/**
 * True when the partner of the row `p` has the wallet, is paid to it, was referred with it, or has unlinked it. Unlinked wallets are
 * only in the audit log, for as long as the partner's account exists.
 */
export function isOwnWallet(account: SQL): SQL {
  return sql`(
    ${account} is not distinct from p.payout_address
    or ${account} is not distinct from p.payout_next
    or exists (
      select 1 from identities own
      where own.kind = 'wallet' and own.subject = ${account} and own.user_id = p.user_id)
    or exists (
      select 1 from partner_accounts came join partner_referrals by_link on by_link.id = came.referral_id
      where came.account = ${account} and by_link.user_id = p.user_id)
    or exists (
      select 1 from audit_log said
      where said.user_id = p.user_id and said.action = 'identity.unlinked'
        and said.details->>'kind' = 'wallet' and said.details->>'label' = ${account}))`;
}
