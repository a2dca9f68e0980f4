/** Attribution: a new account that followed a partner's link is that partner's referral, for life. */
import "server-only";
import { sql } from "drizzle-orm";
import type { AccountCreated, IdentityListener } from "#lib/identity/person/identity-events.ts";
import { bindReferral } from "./bind-referral.ts";
import { bindWallets } from "./bind-wallets.ts";
import { CODE_ENTRY_MS } from "./code-entry.ts";
import { parseFollowed } from "./followed-link.ts";

type Change = Parameters<IdentityListener["accountCreated"]>[0];

/** Binds new accounts to the partner whose link they followed, and wallets that are linked later to their referral. */
export const attributeReferrals: IdentityListener = {
  accountCreated: attribute,
  walletLinked: (change, wallet) => bindWallets(change, [wallet]),
};

/**
 * A link never keeps anyone from signing up, so these are ignored without an error: unknown codes, codes of deleted accounts,
 * partners who follow their own link, and wallets that are or were the partner's own.
 */
async function attribute(change: Change, event: AccountCreated): Promise<void> {
  const links = event.followedLinks.flatMap((text) => parseFollowed(text) ?? []);
  const { state } = await bindReferral(change, { ...event, links });
  if (state === "unknown" && event.browserUserId !== undefined) await noteBrowser(change, event);
}

/** A code can be typed after the sign-up, when this is no longer known. */
async function noteBrowser(
  change: Change,
  { userId, browserUserId, now }: AccountCreated,
): Promise<void> {
  await change.execute(sql`
    delete from partner_browser_sign_ups where created_at < ${now - CODE_ENTRY_MS}`);
  await change.execute(sql`
    insert into partner_browser_sign_ups (user_id, partner_id, created_at)
    select ${userId}, p.id, ${now}::bigint from partners p where p.user_id = ${browserUserId}
    on conflict do nothing`);
}
