/** Who brought whom: a new account that came by a partner's link is that partner's referral, for life. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { partnerReferrals } from "#lib/platform/db/schema/partner.ts";
import { newId } from "#lib/platform/ids.ts";
import { bindWallets } from "./bind-wallets.ts";
import { CODE } from "./code.ts";
import { isOwnWallet } from "./own-wallet.ts";

export type Arrival = {
  userId: string;
  /** Of the link, as the browser has kept it. */
  code: string;
  now: number;
  client: Client;
};

type Changes = Pick<Database, "execute" | "insert">;

/**
 * For the transaction that makes the account. Whatever speaks against it is passed over in silence, because nobody is kept from signing
 * up by a link: a code of nobody or of an account that is gone, a person who has a partner already, the partner in person, and a
 * wallet that is or was the partner's own.
 */
export async function bindReferral(change: Changes, arrival: Arrival): Promise<void> {
  const { userId, code, now, client } = arrival;
  const partner = await partnerFor(change, arrival);
  if (partner === undefined || partner.user_id === userId || partner.is_own) return;
  const [referral] = await change
    .insert(partnerReferrals)
    .values({ id: newId("ref"), partnerId: partner.id, userId, boundAt: now })
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
    details: { code },
  });
}

const Found = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Of the person who comes. */
  wallets: z.array(z.string()),
  /** One of them is the partner's. */
  is_own: z.boolean(),
});

async function partnerFor(
  change: Pick<Database, "execute">,
  { userId, code }: Arrival,
): Promise<z.output<typeof Found> | undefined> {
  if (!CODE.test(code)) return undefined;
  const wallets = sql`select i.subject from identities i where i.user_id = ${userId} and i.kind = 'wallet'`;
  const { rows } = await change.execute(sql`
    select p.id, p.user_id, array(${wallets}) as wallets,
      exists (select 1 from (${wallets}) w where ${isOwnWallet(sql`w.subject`)}) as is_own
    from partners p join users u on u.id = p.user_id
    where p.code = ${code} and u.deleted_at is null`);
  return rows[0] === undefined ? undefined : Found.parse(rows[0]);
}
