/** Binds an account to the partner whose link it followed or whose code was typed, for life. */
import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { newId } from "#lib/kernel/ids.ts";
import { partnerBrowserSignUps, partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { bindWallets } from "./bind-wallets.ts";
import type { FollowedLink } from "./followed-link.ts";
import { linkCodes } from "./free-code.ts";
import { isOwnWallet } from "./self-referral.ts";

type Changes = Pick<Change, "execute" | "insert" | "select">;

export type Binding = {
  userId: string;
  /** By precedence: the first one of a partner counts. */
  links: readonly FollowedLink[];
  /** The user who was signed in where the person signed up. */
  browserUserId?: string | undefined;
  /** Unix milliseconds: fees count from then on. */
  now: number;
  client: Client;
};

/** `unknown`: no code belongs to a partner with an account. `own`: it is the partner. `taken`: the person has a partner already. */
export type Bound = { state: "bound"; referralId: string } | { state: "unknown" | "own" | "taken" };

/**
 * A sign-up in a browser in which the partner was signed in is held for the operator, because the person may be the partner.
 * The transaction holds the lock of the account, or has just created it.
 */
export async function bindReferral(change: Changes, binding: Binding): Promise<Bound> {
  const { userId, links, browserUserId, now, client } = binding;
  const partner = await partnerFor(change, userId, links);
  if (partner === undefined) return { state: "unknown" };
  if (partner.user_id === userId || partner.is_own) return { state: "own" };
  const { tags = {}, isTyped = false } = links[partner.place - 1] ?? {};
  const isHeld =
    browserUserId === partner.user_id || (await signedUpBeside(change, userId, partner.id));
  const [referral] = await change
    .insert(partnerReferrals)
    .values({
      id: newId("ref"),
      partnerId: partner.id,
      userId,
      boundAt: now,
      linkCode: partner.link_code,
      via: isTyped ? "code" : "link",
      tags,
      isAnnounced: false,
      ...(isHeld && { review: "held" as const, reviewReason: "same_browser" as const }),
    })
    .onConflictDoNothing()
    .returning({ id: partnerReferrals.id });
  if (referral === undefined) return { state: "taken" };
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
  return { state: "bound", referralId: referral.id };
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
  /** Which of the links it is, from 1 on. */
  place: z.coerce.number(),
});

async function partnerFor(
  change: Changes,
  userId: string,
  links: readonly FollowedLink[],
): Promise<z.output<typeof Found> | undefined> {
  if (links.length === 0) return undefined;
  const codes = JSON.stringify(links.map(({ code }) => code));
  const wallets = sql`select i.subject from identities i where i.user_id = ${userId} and i.kind = 'wallet'`;
  const { rows } = await change.execute(sql`
    select p.id, link.code, link.link_code, p.user_id, array(${wallets}) as wallets, followed.place,
      exists (select 1 from (${wallets}) w where ${isOwnWallet(sql`w.subject`)}) as is_own
    from json_array_elements_text(${codes}::json) with ordinality as followed (code, place)
    join (${linkCodes}) link on link.code = followed.code
    join partners p on p.id = link.partner_id join users u on u.id = p.user_id
    where u.deleted_at is null
    order by followed.place limit 1`);
  return rows[0] === undefined ? undefined : Found.parse(rows[0]);
}

async function signedUpBeside(
  change: Changes,
  userId: string,
  partnerId: string,
): Promise<boolean> {
  const [row] = await change
    .select({ partnerId: partnerBrowserSignUps.partnerId })
    .from(partnerBrowserSignUps)
    .where(eq(partnerBrowserSignUps.userId, userId));
  return row?.partnerId === partnerId;
}
