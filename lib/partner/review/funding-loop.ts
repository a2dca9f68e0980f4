/** Holds referrals whose wallets the partner funded, as the chain shows it. In every replica, when a chain is configured. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { ChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { askingChain, configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import { isFunded } from "./read-funding.ts";

const EVERY_MS = 30_000;
/** A new wallet is checked at once, then daily: it may be funded later. */
const AGAIN_MS = DAY_MS;
const CHECKED_DAYS = 30;
/** Wallets of one run. */
const MOST = 20;

/** The result stops it, after the run that is under way. */
export function startFundingLoop(around: TaskSurroundings): () => Promise<void> {
  if (config().chain === undefined) return async () => {};
  const run = async (now: number, signal: AbortSignal): Promise<void> => {
    const chain = await configuredChain();
    if (chain === undefined) return;
    const { node, terms } = chain;
    await checkFunding({ node, mint: terms.mint }, now, signal);
  };
  const failure = "wallets of referrals could not be compared with the chain";
  return startRepeatedTask({ everyMs: EVERY_MS, run, failure }, around);
}

const Due = z.object({
  account: z.string(),
  referral_id: z.string(),
  partners: z.array(z.string()),
});

type Chain = { node: Pick<ChainClient, "call">; mint: string };

/** @returns how many were held. @throws CHAIN_UNREACHABLE: the rest stays due */
export async function checkFunding(
  { node, mint }: Chain,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const db = await database();
  let held = 0;
  for (const { account, referral_id: referralId, partners } of await due(db, now)) {
    if (signal?.aborted === true) break;
    const question = { wallet: account, partners, mint };
    const isHeld = await askingChain(() => isFunded(node, question));
    await db
      .update(partnerAccounts)
      .set({ fundingCheckedAt: new Date(now) })
      .where(eq(partnerAccounts.account, account));
    if (!isHeld) continue;
    const changed = await db
      .update(partnerReferrals)
      .set({ review: "held", reviewReason: "funded_by_partner" })
      .where(and(eq(partnerReferrals.id, referralId), isNull(partnerReferrals.review)))
      .returning({ id: partnerReferrals.id });
    held += changed.length;
  }
  return held;
}

/** Wallets of referrals that raised no suspicion, with the wallets that the partner has or is paid to. */
async function due(db: Pick<Database, "execute">, now: number): Promise<z.output<typeof Due>[]> {
  const before = new Date(now - AGAIN_MS).toISOString();
  const { rows } = await db.execute(sql`
    select a.account, a.referral_id, array(
      select i.subject from identities i where i.user_id = p.user_id and i.kind = 'wallet'
      union select p.payout_address where p.payout_address is not null) as partners
    from partner_accounts a
      join partner_referrals r on r.id = a.referral_id
      join partners p on p.id = r.partner_id
    where r.review is null and a.bound_at > ${now - CHECKED_DAYS * DAY_MS}
      and (a.funding_checked_at is null or a.funding_checked_at < ${before}::timestamptz)
    order by a.funding_checked_at nulls first, a.account limit ${MOST}`);
  return rows.map((row) => Due.parse(row));
}
