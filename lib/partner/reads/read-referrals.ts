/** The partner's referrals, under pseudonyms (docs/api/partner.md). */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { figures, splitFigures } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { allProducts, difference, readTotals, ZERO } from "#lib/partner/ledger/totals.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import { linkOf } from "#lib/partner/referrals/link-of.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  REFERRAL_ORDERS,
  REFERRAL_SORTS,
  REFERRAL_VIAS,
  REVIEW_STATES,
} from "#lib/protocol/partner/enumerations.ts";
import type { Product } from "#lib/protocol/partner/partner-levels.ts";
import { REFERRAL_TAGS } from "#lib/protocol/partner/referral-tags.ts";
import type { Referral, ReferralPage } from "#lib/protocol/wire/partner.ts";
import {
  cursorParameter,
  formatParameters,
  limitParameter,
  productParameter,
  rangeParameters,
  referralParameter,
  snapshotParameters,
} from "./query.ts";
import { type Range, rangeOf, rangeText } from "./range.ts";
import { requireReferral } from "./read-earnings.ts";
import { lastRow, sumBetween } from "./referral-sums.ts";
import { atOf, type Snapshot, takeSnapshot } from "./snapshot.ts";

const USUAL = 50;

export const ReferralsQuery = z.strictObject({
  ...snapshotParameters,
  ...rangeParameters,
  /** `earned` and `fees`: by the figures of the range. `joined` and `last_fee`: by time; without a fee is before all times. */
  sort: z.enum(REFERRAL_SORTS).default("joined"),
  order: z.enum(REFERRAL_ORDERS).default("desc"),
  /** Limits the figures, and the order by them, to one product. */
  product: productParameter,
  referral_id: referralParameter,
  /** Only those who came by the link with this code. */
  link: z.string().trim().toLowerCase().max(64).optional(),
  /** Only those whose alias, note, id, masked wallet, link or tag contains it, in any case. */
  search: z.string().trim().max(64).optional(),
  limit: limitParameter(USUAL),
  cursor: cursorParameter,
  ...formatParameters,
});
export type ReferralsQuery = z.output<typeof ReferralsQuery>;

type Call = { ctx: { actor: OwnerActor; now: number }; input: { query: ReferralsQuery } };

export type ReferralsRead = {
  db: Database;
  snapshot: Snapshot;
  range: Range;
  query: ReferralsQuery;
};

/** @throws NOT_A_PARTNER, REFERRAL_NOT_FOUND, INVALID_FIELD, MALFORMED_QUERY */
export async function beginReferrals({ ctx, input }: Call): Promise<ReferralsRead> {
  const { query } = input;
  const { db, partner } = await requirePartner(ctx.actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query, now: ctx.now });
  if (query.referral_id !== undefined) await requireReferral(db, partner.id, query.referral_id);
  return { db, snapshot, range: rangeOf(query, snapshot), query };
}

/** @throws as {@link beginReferrals} */
export async function readReferrals(call: Call): Promise<ReferralPage> {
  const read = await beginReferrals(call);
  const { limit, cursor } = read.query;
  const { results, next } = await referralsAfter(read, { limit, cursor });
  return {
    ...atOf(read.snapshot),
    ...rangeText(read.range),
    count: await countReferrals(read),
    results,
    next,
  };
}

const Row = z.object({
  id: z.string(),
  bound_at: z.string().transform(Number),
  simulated: z.boolean(),
  review: z.enum(REVIEW_STATES).nullable(),
  alias: z.string().nullable(),
  note: z.string().nullable(),
  link: z.string().nullable(),
  via: z.enum(REFERRAL_VIAS).nullable(),
  tags: z.partialRecord(z.enum(REFERRAL_TAGS), z.string()),
  totals: z.string().nullable(),
  from_totals: z.string().nullable(),
  to_totals: z.string().nullable(),
  last_fee_at: z.string().transform(Number).nullable(),
  place: z.string(),
});

/** The page after the cursor, which is `cursorOf` the previous page's last row. */
export async function referralsAfter(
  { db, snapshot, range, query }: ReferralsRead,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ results: Referral[]; next: string | null }> {
  const { partnerId, asOf } = snapshot;
  const from = range.from ?? 0;
  const only = query.referral_id === undefined ? sql`` : sql`and r.id = ${query.referral_id}`;
  const sortKey = SORT_KEYS[query.sort];
  const behind = cursor === undefined ? sql`` : sql`where ${isBehind(query, cursor)}`;
  const order = query.order === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await db.execute(sql`
    select id, bound_at::text, simulated, review, alias, note, link, via, tags, totals, from_totals, to_totals, last_fee_at::text, ${sortKey.column}::text as place from (
      select r.id, r.bound_at, r.simulated, r.review, r.alias, r.note, ${linkOf} as link, r.via, r.tags, array_to_string(latest.referral_totals, ',') as totals,
        array_to_string(before.referral_totals, ',') as from_totals, array_to_string(until.referral_totals, ',') as to_totals,
        latest.accrued_at as last_fee_at, ${sumBetween("earned", query.product)} as earned, ${sumBetween("fees", query.product)} as fees
      from partner_referrals r
      left join lateral (${lastRow(snapshot, asOf + 1)}) latest on true
      left join lateral (${lastRow(snapshot, from)}) before on true
      left join lateral (${lastRow(snapshot, range.to)}) until on true
      where r.partner_id = ${partnerId} and r.bound_at <= ${asOf} ${only} ${matching(query)}
    ) referral ${behind} order by ${sortKey.column} ${order}, id ${order} limit ${limit + 1}`);
  const read = rows.map((row) => Row.parse(row));
  const page = read.slice(0, limit);
  const wallets = await walletsOf(db, page);
  const last = read.length > limit ? page.at(-1) : undefined;
  return {
    results: page.map((row) => referralOf(row, wallets.get(row.id) ?? [], query.product)),
    next: last === undefined ? null : [query.sort, query.order, last.place, last.id].join("."),
  };
}

const TIME = { type: sql`bigint`, digits: /^\d{1,15}$/ };
const AMOUNT = { type: sql`numeric`, digits: /^-?\d{1,38}$/ };

/** What the referrals are ordered by. A cursor is cast to the column's type, so that the index of `bound_at` is used. */
const SORT_KEYS: Readonly<
  Record<ReferralsQuery["sort"], { column: SQL; type: SQL; digits: RegExp }>
> = {
  joined: { column: sql`referral.bound_at`, ...TIME },
  last_fee: { column: sql`coalesce(referral.last_fee_at, 0)`, ...TIME },
  fees: { column: sql`referral.fees`, ...AMOUNT },
  earned: { column: sql`referral.earned`, ...AMOUNT },
};

function isBehind({ sort, order }: ReferralsQuery, cursor: string): SQL {
  const [ofSort, ofOrder, position = "", id = ""] = cursor.split(".");
  const { column, type, digits } = SORT_KEYS[sort];
  if (ofSort !== sort || ofOrder !== order || !digits.test(position)) {
    const reason = "must be the next of the page before, with the same sort and order";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "cursor", reason });
  }
  const side = order === "asc" ? sql`>` : sql`<`;
  return sql`(${column}, id) ${side} (${position}::${type}, ${id})`;
}

/** A condition on referrals `r`. It reads no more of a wallet than its partner sees, so that the rest cannot be guessed. */
function matching({ search, link }: ReferralsQuery): SQL {
  const ofLink = link === undefined ? sql`` : sql`and ${linkOf} = ${link}`;
  if (search === undefined || search === "") return ofLink;
  const text = sql`lower(${search})`;
  const contains = (value: SQL) => sql`position(${text} in lower(${value})) > 0`;
  const wallet = sql`left(a.account, 4) || '…' || right(a.account, 4)`;
  return sql`${ofLink} and (${contains(sql`coalesce(r.alias, '')`)} or ${contains(sql`coalesce(r.note, '')`)} or ${contains(sql`r.id`)}
    or ${contains(sql`coalesce(${linkOf}, '')`)}
    or exists (select 1 from jsonb_each_text(r.tags) t where ${contains(sql`t.value`)})
    or exists (select 1 from partner_accounts a where a.referral_id = r.id and ${contains(wallet)}))`;
}

async function countReferrals({
  db,
  snapshot: { partnerId, asOf },
  query,
}: ReferralsRead): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::int as number from partner_referrals r
    where r.partner_id = ${partnerId} and r.bound_at <= ${asOf} ${matching(query)}`);
  return z.object({ number: z.int() }).parse(rows[0]).number;
}

type Wallet = { masked: string; hasDiscount: boolean };

const WalletRow = z.object({ id: z.string(), account: z.string(), set: z.boolean() });

async function walletsOf(
  db: Pick<Database, "execute">,
  page: readonly { id: string }[],
): Promise<Map<string, Wallet[]>> {
  if (page.length === 0) return new Map();
  const ids = JSON.stringify(page.map(({ id }) => id));
  const { rows } = await db.execute(sql`
    select referral_id as id, account, discount_set_at is not null as set from partner_accounts
    where referral_id in (select json_array_elements_text(${ids}::json)) order by bound_at, account`);
  const wallets = new Map<string, Wallet[]>();
  for (const row of rows) {
    const { id, account, set } = WalletRow.parse(row);
    wallets.set(id, [...(wallets.get(id) ?? []), { masked: masked(account), hasDiscount: set }]);
  }
  return wallets;
}

/** Shortens a wallet, which stays private. */
function masked(account: string): string {
  return `${account.slice(0, 4)}…${account.slice(-4)}`;
}

function tagsOf(tags: z.output<typeof Row>["tags"]): Referral["tags"] {
  const { sub = null, utm_source = null, utm_medium = null } = tags;
  const { utm_campaign = null, utm_content = null, utm_term = null } = tags;
  return { sub, utm_source, utm_medium, utm_campaign, utm_content, utm_term };
}

function referralOf(
  row: z.output<typeof Row>,
  wallets: readonly Wallet[],
  product: Product | undefined,
): Referral {
  const read = (totals: string | null) => (totals === null ? ZERO : readTotals(totals));
  const { by_product, copy, ...whole } = splitFigures(
    difference(read(row.to_totals), read(row.from_totals)),
    product,
  );
  const total = read(row.totals);
  return {
    id: row.id,
    wallets: wallets.map(({ masked: text }) => text),
    joined_at: isoTime(row.bound_at),
    discount: wallets.every(({ hasDiscount }) => hasDiscount) ? "set" : "pending",
    last_fee_at: row.last_fee_at === null ? null : isoTime(row.last_fee_at),
    figures: whole,
    by_product,
    copy,
    total: figures(product === undefined ? allProducts(total) : total[product]),
    simulated: row.simulated,
    review: row.review,
    alias: row.alias,
    note: row.note,
    link: row.link,
    via: row.via,
    tags: tagsOf(row.tags),
  };
}
