/** What each link of a partner brought in a range: clicks, sign-ups, traders, fees and earnings (docs/api/partner.md). */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { referralUrl, requirePartner } from "#lib/partner/profile/partner.ts";
import {
  formatParameters,
  productParameter,
  rangeParameters,
  snapshotParameters,
} from "#lib/partner/reads/query.ts";
import { type Range, rangeOf, rangeText } from "#lib/partner/reads/range.ts";
import { lastRow, sumBetween } from "#lib/partner/reads/referral-sums.ts";
import { atOf, type Snapshot, takeSnapshot } from "#lib/partner/reads/snapshot.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { MAX_LINKS } from "#lib/protocol/partner/enumerations.ts";
import type { Product } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerLink, PartnerLinks } from "#lib/protocol/wire/partner.ts";

export const LinksQuery = z.strictObject({
  ...snapshotParameters,
  ...rangeParameters,
  /** Limits fees and earnings to one product. */
  product: productParameter,
  ...formatParameters,
});
export type LinksQuery = z.output<typeof LinksQuery>;

type Call = { ctx: { actor: OwnerActor; now: number }; input: { query: LinksQuery } };
type Reads = Pick<Statements, "execute">;

export type LinksRead = {
  db: Reads;
  snapshot: Snapshot;
  range: Range;
  product: Product | undefined;
};

/** @throws NOT_A_PARTNER, INVALID_FIELD, MALFORMED_QUERY */
export async function beginLinks({ ctx, input: { query } }: Call): Promise<LinksRead> {
  const { db, partner } = await requirePartner(ctx.actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query, now: ctx.now });
  return { db, snapshot, range: rangeOf(query, snapshot), product: query.product };
}

/** @throws as {@link beginLinks} */
export async function readLinks(call: Call): Promise<PartnerLinks> {
  return linksOf(await beginLinks(call));
}

/** The links of all time, now. */
export async function allLinks(db: Reads, partnerId: string, now: number): Promise<PartnerLinks> {
  const snapshot = await takeSnapshot(db, { partnerId, query: {}, now });
  const range = { from: undefined, to: snapshot.asOf + 1 };
  return linksOf({ db, snapshot, range, product: undefined });
}

const Row = z.object({
  code: z.string().nullable(),
  name: z.string().nullable(),
  created_at: z.string().nullable(),
  clicks: z.int(),
  sign_ups: z.int(),
  followed: z.int(),
  traders: z.int(),
  fees: z.string().transform(BigInt),
  earned: z.string().transform(BigInt),
  count: z.string().transform(Number),
});
type Row = z.output<typeof Row>;

/** The first link, then the others from the oldest on. */
export async function linksOf(read: LinksRead): Promise<PartnerLinks> {
  const { db, snapshot, range } = read;
  const { rows } = await db.execute(selectLinks(read));
  const found = rows.map((row) => Row.parse(row));
  const results = found.flatMap((row): PartnerLink[] => {
    const { code, created_at: createdAt, name, clicks } = row;
    if (code === null || createdAt === null) return [];
    const about = { code, name, url: referralUrl(code), is_first: name === null };
    const conversion = conversionOf(row);
    return [{ ...about, created_at: createdAt, clicks, conversion, ...broughtBy(row) }];
  });
  const other = found.find(({ code }) => code === null);
  return {
    ...atOf(snapshot),
    ...rangeText(range),
    results,
    without_link: broughtBy(other ?? NOTHING),
    most: MAX_LINKS,
  };
}

const NOTHING = { sign_ups: 0, traders: 0, fees: 0n, earned: 0n, count: 0 };

function broughtBy({ sign_ups, traders, fees, earned, count }: typeof NOTHING) {
  const figures = { fees: feeText(fees), earned: earningText(earned), count };
  return { sign_ups, traders, figures };
}

/** Clicks of programs and beyond the limits are not counted, so that more people may have signed up than clicked. */
function conversionOf({ clicks, followed }: Row): string | null {
  if (clicks === 0 || followed > clicks) return null;
  const parts = Math.floor((followed * 10_000) / clicks);
  return `${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`;
}

/** Referrals that came by no link, because the operator imported them, are a row without a code. */
function selectLinks({ snapshot, range, product }: LinksRead): SQL {
  const { partnerId, asOf } = snapshot;
  const from = range.from ?? 0;
  const isNew = sql`r.bound_at >= ${from} and r.bound_at < ${range.to}`;
  return sql`
    select link.code, link.name,
      to_char(link.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      coalesce((${clicksOf(range)}), 0)::int as clicks,
      count(r.id) filter (where ${isNew})::int as sign_ups,
      count(r.id) filter (where ${isNew} and r.via is distinct from 'code')::int as followed,
      count(r.id) filter (where ${isNew} and latest.accrued_at is not null)::int as traders,
      coalesce(sum(${sumBetween("fees", product)}), 0)::text as fees,
      coalesce(sum(${sumBetween("earned", product)}), 0)::text as earned,
      coalesce(sum(${sumBetween("count", product)}), 0)::text as count
    from (
      select code, null::text as name, null::text as link_code, created_at, 1 as place from partners where id = ${partnerId}
      union all select code, name, code, created_at, 2 from partner_links
        where partner_id = ${partnerId} and created_at <= ${new Date(asOf).toISOString()}::timestamptz
      union all select null, null, null, null, 3
    ) link
    left join partner_referrals r on r.partner_id = ${partnerId} and r.bound_at <= ${asOf}
      and r.link_code is not distinct from link.link_code and (r.via is not distinct from 'import') = (link.code is null)
    left join lateral (${lastRow(snapshot, asOf + 1)}) latest on true
    left join lateral (${lastRow(snapshot, from)}) before on true
    left join lateral (${lastRow(snapshot, range.to)}) until on true
    group by link.code, link.name, link.link_code, link.created_at, link.place
    order by link.place, link.created_at, link.code`;
}

/** Clicks are counted by day in UTC: those of the range's first and last day count whole. */
function clicksOf({ from, to }: Range): SQL {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const since = from === undefined ? sql`` : sql`and c.day >= ${dayOf(from)}::date`;
  return sql`select sum(c.clicks) from partner_clicks c
    where c.code = link.code ${since} and c.day <= ${dayOf(to - 1)}::date`;
}
