/** Attribution: a new account that followed a partner's link is that partner's referral, for life. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { AccountCreated, IdentityListener } from "#lib/identity/person/identity-events.ts";
import { newId } from "#lib/kernel/ids.ts";
import { partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { bindWallets } from "./bind-wallets.ts";
import { linkCodes } from "./free-code.ts";
import { CODE } from "./referral-code.ts";
import { isOwnWallet } from "./self-referral.ts";

type Changes = Pick<Database, "execute" | "insert">;

/** Binds new accounts to the partner whose link they followed, and wallets that are linked later to their referral. */
export const attributeReferrals: IdentityListener = {
  accountCreated: bindReferral,
  walletLinked: (change, wallet) => bindWallets(change, [wallet]),
};

/**
 * The first code of a partner counts. A link never keeps anyone from signing up, so these are ignored without an error:
 * unknown codes, codes of deleted accounts, people who have a partner already, partners who follow their own link, and
 * wallets that are or were the partner's own. A person who signs up in a browser in which the partner is signed in is held for
 * the operator, because they may be the partner.
 */
async function bindReferral(change: Changes, event: AccountCreated): Promise<void> {
  const { userId, now, client } = event;
  const partner = await partnerFor(change, event);
  if (partner === undefined || partner.user_id === userId || partner.is_own) return;
  const [referral] = await change
    .insert(partnerReferrals)
    .values({
      id: newId("ref"),
      partnerId: partner.id,
      userId,
      boundAt: now,
      linkCode: partner.link_code,
      ...(event.browserUserId === partner.user_id && {
        review: "held" as const,
        reviewReason: "same_browser" as const,
      }),
    })
    .onConflictDoNothing()
    .returning({ id: partnerReferrals.id });
  if (referral === undefined) return;
  await bindWallets(change, partner.wallets);
  await recordAudit(change, {
    now,
    userId,
    actor: { kind: "service" },
    action: "partner.referred",
    target: referral.id,
    client,
    details: { code: partner.code },
  });
}

const Found = z.object({
  id: z.string(),
  /** The code of the followed link. */
  code: z.string(),
  /** The same; null for the partner's first link. */
  link_code: z.string().nullable(),
  user_id: z.string(),
  /** Wallets of the new person. */
  wallets: z.array(z.string()),
  /** True when one of them belongs to the partner. */
  is_own: z.boolean(),
});

async function partnerFor(
  change: Pick<Database, "execute">,
  { userId, referralCodes }: AccountCreated,
): Promise<z.output<typeof Found> | undefined> {
  const codes = referralCodes.map((code) => code.toLowerCase()).filter((code) => CODE.test(code));
  if (codes.length === 0) return undefined;
  const wallets = sql`select i.subject from identities i where i.user_id = ${userId} and i.kind = 'wallet'`;
  const { rows } = await change.execute(sql`
    select p.id, link.code, link.link_code, p.user_id, array(${wallets}) as wallets,
      exists (select 1 from (${wallets}) w where ${isOwnWallet(sql`w.subject`)}) as is_own
    from json_array_elements_text(${JSON.stringify(codes)}::json) with ordinality as followed (code, place)
    join (${linkCodes}) link on link.code = followed.code
    join partners p on p.id = link.partner_id join users u on u.id = p.user_id
    where u.deleted_at is null
    order by followed.place limit 1`);
  return rows[0] === undefined ? undefined : Found.parse(rows[0]);
}
