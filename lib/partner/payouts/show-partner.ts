/** A partner's state, for the operator. */
import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { namedPartner, PartnerName } from "#lib/partner/profile/named-partner.ts";
import { payoutWallet } from "#lib/partner/profile/payout-wallet.ts";
import { companions } from "#lib/partner/reads/read-summary.ts";
import { atOf, takeSnapshot } from "#lib/partner/reads/snapshot.ts";
import { partnerStatement } from "#lib/partner/reads/statement.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import { database } from "#lib/platform/db/client.ts";
import { levelOf } from "#lib/protocol/partner/partner-levels.ts";
import { SettlementRecord, settlementRecord } from "./settlement-record.ts";

export const ShowQuery = z.strictObject({
  /** Code, `ptr_…`, `usr_…`, a wallet or a mail address. */
  partner: PartnerName,
});

export const ShownPartner = z.strictObject({
  as_of: z.iso.datetime(),
  ledger_seq: z.int(),
  id: z.string(),
  code: z.string(),
  user_id: z.string(),
  joined_at: z.iso.datetime(),
  /** The account is deleted: no more earnings and settlements. */
  deleted_at: z.iso.datetime().nullable(),
  payout_address: z.string().nullable(),
  level: z.int(),
  share_percent: z.int(),
  referred_fees_30d: z.string(),
  referrals: z.int(),
  balances: z.strictObject({
    accrued: z.string(),
    settled: z.string(),
    in_transit: z.string(),
    pending: z.string(),
    reconciles: z.boolean(),
  }),
  /** Created or submitted, oldest first. */
  open_settlements: z.array(SettlementRecord),
});

/** For the operator only: the figures that the partner sees. @throws PARTNER_NOT_FOUND */
export async function showPartner({
  ctx,
  input,
}: {
  ctx: Pick<OperatorContext, "now">;
  input: { query: z.output<typeof ShowQuery> };
}): Promise<z.output<typeof ShownPartner>> {
  const db = await database();
  const { partner, deletedAt } = await namedPartner(input.query.partner);
  const request = { partnerId: partner.id, query: {}, now: ctx.now };
  const snapshot = await takeSnapshot(db, request);
  const { window, balances } = await partnerStatement(db, snapshot);
  const { referrals } = await companions(db, snapshot);
  const { level, percent } = levelOf(window.fees);
  const { partnerId, state, openedSeq } = partnerSettlements;
  const open = await db
    .select()
    .from(partnerSettlements)
    .where(and(eq(partnerId, partner.id), inArray(state, ["created", "submitted"])))
    .orderBy(asc(openedSeq));
  return {
    ...atOf(snapshot),
    id: partner.id,
    code: partner.code,
    user_id: partner.userId,
    joined_at: partner.createdAt.toISOString(),
    deleted_at: deletedAt?.toISOString() ?? null,
    payout_address: payoutWallet(partner, ctx.now).address,
    level,
    share_percent: Number(percent),
    referred_fees_30d: feeText(window.fees),
    referrals,
    balances: {
      accrued: earningText(balances.accrued),
      settled: earningText(balances.settled),
      in_transit: earningText(balances.inTransit),
      pending: earningText(balances.pending),
      reconciles: balances.reconciles,
    },
    open_settlements: open.map((row) => settlementRecord(row, partner)),
  };
}
