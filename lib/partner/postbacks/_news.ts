/** What happened to a partner since the last announcement: referrals, earnings by referral, payments. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { linkOf } from "#lib/partner/referrals/link-of.ts";
import type { partnerAnnouncementMarks } from "#lib/partner/schema/postbacks.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { REVIEW_STATES } from "#lib/protocol/partner/enumerations.ts";
import { PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerEvent } from "#lib/protocol/partner/postbacks.ts";
import { REFERRAL_TAGS, type ReferralTags } from "#lib/protocol/partner/referral-tags.ts";
import type {
  PartnerAccruedEvent,
  PayoutPaidEvent,
  ReferralCreatedEvent,
} from "#lib/protocol/wire/partner-events.ts";

export type Mark = typeof partnerAnnouncementMarks.$inferSelect;

export type News = {
  event: PartnerEvent;
  /** Id of what it is about, and the state that it reached. */
  subject: string;
  version: string;
  data: ReferralCreatedEvent | PartnerAccruedEvent | PayoutPaidEvent;
};

/** Of one step; more follow in the next. */
const MAX_REFERRALS = 200;
const MAX_ROWS = 5_000;
/** Earnings of a referral are announced together, because a trader may pay many fees a minute. */
export const BATCH_MS = 5 * 60_000;

type Reads = Pick<Change, "execute">;

/** The news of a partner, and the mark behind them; referrals are marked at once. `hasMore`: a further step finds more. */
export async function newsOf(
  db: Reads,
  mark: Mark,
  now: number,
): Promise<{ news: News[]; mark: Mark; hasMore: boolean }> {
  const referred = await newReferrals(db, mark);
  const isDue = now - mark.feesAt >= BATCH_MS;
  const accrued = isDue ? await newFees(db, mark) : { news: [], seq: mark.feeSeq, hasMore: false };
  const paid = await newPayments(db, mark);
  return {
    news: [...referred, ...accrued.news, ...paid.news],
    mark: {
      ...mark,
      feeSeq: accrued.seq,
      // Only after news, so that the first fee after a pause is announced at once.
      feesAt: accrued.news.length === 0 || accrued.hasMore ? mark.feesAt : now,
      paidSeq: paid.seq,
    },
    hasMore: referred.length === MAX_REFERRALS || accrued.hasMore,
  };
}

const source = {
  link: z.string().nullable(),
  tags: z.partialRecord(z.enum(REFERRAL_TAGS), z.string()),
};

function sourceOf(referralId: string, link: string | null, tags: ReferralTags) {
  const { sub = null, utm_source = null, utm_medium = null } = tags;
  const { utm_campaign = null, utm_content = null, utm_term = null } = tags;
  const utm = { utm_source, utm_medium, utm_campaign, utm_content, utm_term };
  return { referral_id: referralId, link, sub, ...utm };
}

const ReferralRow = z.object({
  id: z.string(),
  bound_at: z.string().transform(Number),
  review: z.enum(REVIEW_STATES).nullable(),
  ...source,
});

async function newReferrals(db: Reads, { partnerId }: Mark): Promise<News[]> {
  const { rows } = await db.execute(sql`
    update partner_referrals r set is_announced = true
    where r.id in (
      select n.id from partner_referrals n where n.partner_id = ${partnerId} and not n.is_announced
      order by n.bound_at, n.id limit ${MAX_REFERRALS})
    returning r.id, r.bound_at::text, r.review, ${linkOf} as link, r.tags`);
  return rows.map((row) => {
    const { id, bound_at: at, review, link, tags } = ReferralRow.parse(row);
    const data = { ...sourceOf(id, link, tags), joined_at: isoTime(at), review };
    return { event: "referral.created", subject: id, version: "1", data };
  });
}

const FeeRow = z.object({
  referral_id: z.string(),
  fees: z.string().transform(BigInt),
  earned: z.string().transform(BigInt),
  count: z.int(),
  first_seq: z.string().transform(Number),
  last_seq: z.string().transform(Number),
  simulated: z.boolean(),
  ...source,
});

async function newFees(
  db: Reads,
  { partnerId, feeSeq }: Mark,
): Promise<{ news: News[]; seq: number; hasMore: boolean }> {
  const end = await lastSeq(db, partnerId);
  const seq = Math.min(end, feeSeq + MAX_ROWS);
  if (seq === feeSeq) return { news: [], seq, hasMore: false };
  const { rows } = await db.execute(sql`
    select l.*, ${linkOf} as link, r.tags from (
      select referral_id, min(seq)::text as first_seq, max(seq)::text as last_seq, bool_or(simulated) as simulated,
        sum(case kind when 'accrual' then fee else -fee end)::text as fees,
        sum(case kind when 'accrual' then amount else -amount end)::text as earned,
        sum(case kind when 'accrual' then 1 else -1 end)::int as count
      from partner_ledger
      where partner_id = ${partnerId} and seq > ${feeSeq} and seq <= ${seq} and referral_id is not null
      group by referral_id
    ) l join partner_referrals r on r.id = l.referral_id order by l.last_seq::bigint`);
  const news = rows.map((row): News => {
    const { referral_id: id, fees, earned, link, tags, ...counted } = FeeRow.parse(row);
    const sums = { fees: feeText(fees), earned: earningText(earned), ...counted };
    const version = String(counted.last_seq);
    return {
      event: "partner.accrued",
      subject: id,
      version,
      data: { ...sourceOf(id, link, tags), ...sums },
    };
  });
  return { news, seq, hasMore: seq < end };
}

async function lastSeq(db: Reads, partnerId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select coalesce(max(seq), 0)::text as seq from partner_ledger where partner_id = ${partnerId}`);
  return z.object({ seq: z.string().transform(Number) }).parse(rows[0]).seq;
}

const PaymentRow = z.object({
  id: z.string(),
  amount: z.string().transform(BigInt),
  network: z.string(),
  recipient: z.string(),
  signature: z.string(),
  ended_at: z.string().transform(Number),
  period_end: z.string().transform(Number),
  ended_seq: z.string().transform(Number),
  simulated: z.boolean(),
});

async function newPayments(
  db: Reads,
  { partnerId, paidSeq }: Mark,
): Promise<{ news: News[]; seq: number }> {
  const { rows } = await db.execute(sql`
    select id, amount::text, network, recipient, signature, ended_at::text, period_end::text, ended_seq::text, simulated
    from partner_settlements
    where partner_id = ${partnerId} and state = 'confirmed' and ended_seq > ${paidSeq} order by ended_seq`);
  const paid = rows.map((row) => PaymentRow.parse(row));
  const news = paid.map((row) => {
    const { id, amount, network, recipient, signature, simulated } = row;
    const data = {
      settlement_id: id,
      amount: formatDecimal(amount, PAYOUT_DECIMALS),
      network,
      recipient,
      signature,
      paid_at: isoTime(row.ended_at),
      period_end: isoTime(row.period_end),
      simulated,
    };
    return { event: "payout.paid", subject: id, version: "1", data } as const;
  });
  return { news, seq: paid.at(-1)?.ended_seq ?? paidSeq };
}
