/** The facts of a statement beside its rows: the ledger's balances before and after them, and their sums. */
import "server-only";
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { earningText, feeText, splitFigures } from "#lib/partner/ledger/figures.ts";
import type { Standing } from "#lib/partner/ledger/ledger-row.ts";
import { difference } from "#lib/partner/ledger/totals.ts";
import { type Range, rangeText } from "#lib/partner/reads/range.ts";
import { companions } from "#lib/partner/reads/read-summary.ts";
import { atOf, type Snapshot } from "#lib/partner/reads/snapshot.ts";
import type { Span } from "#lib/partner/reads/span.ts";
import { type Balances, partnerStatement, readBalances } from "#lib/partner/reads/statement.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  LEVELS,
  levelOf,
  PRODUCTS,
  RULESET,
  WINDOW_MS,
} from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerStatementFile, StatementEdge } from "#lib/protocol/wire/partner.ts";
import { edgeLines } from "./_statement-edges.ts";
import { signStatement } from "./statement-keys.ts";

export type StatementRead = {
  db: Database;
  partner: { id: string; code: string };
  snapshot: Snapshot;
  range: Range;
  tz: string;
  span: Span;
};

export type StatementFacts = Omit<PartnerStatementFile, "entries">;

export async function statementFacts(read: StatementRead): Promise<StatementFacts> {
  const { db, partner, snapshot, range, tz, span } = read;
  const { window } = await partnerStatement(db, snapshot);
  const { level, percent } = levelOf(window.fees);
  const moves = await movesOf(db, snapshot.partnerId, span);
  const facts = {
    ...atOf(snapshot),
    partner,
    ...rangeText(range),
    tz,
    now: {
      level,
      share_percent: Number(percent),
      referred_fees_30d: feeText(window.fees),
      head_hash: snapshot.standing.hash,
    },
    opening: await edgeOf(db, snapshot, span.opening),
    closing: await edgeOf(db, snapshot, span.closing),
    totals: {
      ...splitFigures(difference(span.closing.totals, span.opening.totals), undefined),
      ...moves,
    },
    ruleset: {
      id: RULESET,
      window_hours: WINDOW_MS / 3_600_000,
      levels: LEVELS.map((rule) => ({
        level: rule.level,
        threshold: feeText(rule.threshold),
        share_percent: Number(rule.percent),
      })),
    },
    simulated: (await companions(db, snapshot)).simulated,
  };
  return { ...facts, signature: await signStatement(claimsOf(facts)) };
}

/**
 * What the service signs. Rows follow from the two ends of the chain, totals and ruleset from the rows. Balances do not: a file that
 * begins in the middle could say any. `balances`: SHA-256 of the opening and closing records of the CSV file, with CRLF, in hex.
 */
function claimsOf(facts: Omit<StatementFacts, "signature">): object {
  const { opening, closing, totals: _, ruleset: __, ...said } = facts;
  const records = edgeLines("opening", opening) + edgeLines("closing", closing);
  return {
    iss: config().baseUrl,
    ...said,
    opening: { seq: opening.seq, hash: opening.hash },
    closing: { seq: closing.seq, hash: closing.hash },
    balances: createHash("sha256").update(records).digest("hex"),
  };
}

const KindSum = z.object({ kind: z.string(), amount: z.string() });

/** Amounts that were settled, paid and returned in the span. */
async function movesOf(
  db: Pick<Database, "execute">,
  partnerId: string,
  { opening, closing }: Span,
): Promise<{ settlements: string; payments: string; returns: string }> {
  const { rows } = await db.execute(sql`
    select kind, sum(amount)::text as amount from partner_ledger
    where ${moving(partnerId)} and seq > ${opening.seq} and seq <= ${closing.seq} group by kind`);
  const sums = new Map(rows.map((row) => KindSum.parse(row)).map((row) => [row.kind, row.amount]));
  const of = (kind: string): string => earningText(BigInt(sums.get(kind) ?? 0));
  return { settlements: of("settlement"), payments: of("payment"), returns: of("return") };
}

function moving(partnerId: string): SQL {
  return sql`partner_id = ${partnerId} and kind in ('settlement', 'payment', 'return')`;
}

async function edgeOf(
  db: Database,
  { partnerId, asOf }: Snapshot,
  standing: Standing,
): Promise<StatementEdge> {
  const balances = await readBalances(db, { partnerId, asOf, standing });
  return {
    seq: standing.seq,
    hash: standing.hash,
    balances: {
      accrued: earningText(balances.accrued),
      settled: earningText(balances.settled),
      in_transit: earningText(balances.inTransit),
      pending: earningText(balances.pending),
    },
    accounts: await accountsAt(db, { partnerId, standing, balances }),
  };
}

const OpenSum = z.object({ id: z.string(), amount: z.string() });

/** The partner's own account first, even when it is empty, then those with a balance. */
async function accountsAt(
  db: Pick<Database, "execute">,
  at: { partnerId: string; standing: Standing; balances: Balances },
): Promise<StatementEdge["accounts"]> {
  const { partnerId, standing, balances } = at;
  const { rows } = await db.execute(sql`
    select settlement_id as id, sum(case kind when 'settlement' then amount else -amount end)::text as amount from partner_ledger
    where ${moving(partnerId)} and seq <= ${standing.seq}
    group by settlement_id having sum(case kind when 'settlement' then amount else -amount end) <> 0 order by min(seq)`);
  const own = balanceOf(`partner:${partnerId}:accrued`, balances.pending);
  const others = [
    ...rows
      .map((row) => OpenSum.parse(row))
      .map(({ id, amount }) => balanceOf(`settlement:${id}`, BigInt(amount))),
    balanceOf("treasury:usdc", balances.settled),
    ...PRODUCTS.map((product) => balanceOf(`expense:${product}`, -standing.totals[product].earned)),
  ];
  return [own, ...others.filter(({ amount }) => amount !== "0")];
}

/** `balance`: credits less debits, in 1e-11 USD. */
function balanceOf(account: string, balance: bigint): StatementEdge["accounts"][number] {
  const side = balance < 0n ? "debit" : "credit";
  return { account, side, amount: earningText(balance < 0n ? -balance : balance) };
}
