/** Totals of an account over a span of time, exact: sums of the venue's own rows. */
import "server-only";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { FillsSummary, FundingSummary } from "#lib/protocol/wire/account.ts";
import { type AccountReader, requireAccount } from "#lib/trading/venue-access/expected-account.ts";
import type { HistoryRow } from "./csv-columns.ts";
import { PageRefused, walkPages } from "./history-walk.ts";
import type { Span } from "./page-query.ts";
import { beginWalk } from "./walk-guard.ts";

/** At most this many rows, the newest, are added up; a longer span is marked as incomplete. */
const MAX_ROWS = 100_000;
const UNIT = 10n ** BigInt(MONEY_DECIMALS);

type SummaryCall = {
  ctx: { actor: AccountReader; now: number };
  input: {
    query: Span & { account?: string | undefined; market?: string | undefined };
    request: Pick<Request, "signal">;
  };
};

/** @throws ACCOUNT_MISMATCH, RATE_LIMITED with too many walks; a refusal of the venue is passed on unchanged */
export function summariseFills(call: SummaryCall): Promise<FillsSummary | Response> {
  return summarise(
    call,
    "fills",
    (sums, row) => {
      sums.add("volume", (units(row, "price") * units(row, "size")) / UNIT);
      sums.add("fees", units(row, "fee"));
      sums.add("realized_pnl", units(row, "realized_pnl"));
    },
    (sums) => ({
      volume: sums.text("volume"),
      fees: sums.text("fees"),
      realized_pnl: sums.text("realized_pnl"),
      fills: sums.rows,
    }),
  );
}

/** @throws ACCOUNT_MISMATCH, RATE_LIMITED with too many walks; a refusal of the venue is passed on unchanged */
export function summariseFunding(call: SummaryCall): Promise<FundingSummary | Response> {
  return summarise(
    call,
    "funding",
    (sums, row) => {
      const amount = units(row, "amount");
      if (amount > 0n) sums.add("paid", amount);
      else sums.add("received", -amount);
    },
    (sums) => ({
      paid: sums.text("paid"),
      received: sums.text("received"),
      payments: sums.rows,
    }),
  );
}

class Sums {
  readonly #amounts = new Map<string, bigint>();
  rows = 0;

  add(name: string, amount: bigint): void {
    this.#amounts.set(name, (this.#amounts.get(name) ?? 0n) + amount);
  }

  text(name: string): Decimal {
    return formatDecimal(this.#amounts.get(name) ?? 0n, MONEY_DECIMALS);
  }
}

async function summarise<Totals extends object>(
  { ctx, input }: SummaryCall,
  kind: "fills" | "funding",
  count: (sums: Sums, row: HistoryRow) => void,
  totalsOf: (sums: Sums) => Totals,
) {
  const { account, market, from, to } = input.query;
  requireAccount(ctx.actor, account);
  const total = new Sums();
  const days = new Map<string, Sums>();
  const markets = new Map<string, Sums>();
  let since: number | undefined;
  const end = beginWalk(ctx.actor.account);
  try {
    const signal = input.request.signal;
    for await (const rows of walkPages(ctx, { kind, market, span: { from, to }, signal })) {
      for (const row of rows) {
        for (const sums of [total, of(days, dayOf(row)), of(markets, String(row["market"]))]) {
          count(sums, row);
          sums.rows += 1;
        }
        since = Number(row["created_at"]);
      }
      if (total.rows >= MAX_ROWS) break;
    }
  } catch (error) {
    if (error instanceof PageRefused) return error.answer;
    throw error;
  } finally {
    end();
  }
  const complete = total.rows < MAX_ROWS;
  return {
    total: totalsOf(total),
    days: [...days].map(([day, sums]) => ({ day, ...totalsOf(sums) })),
    markets: [...markets].map(([symbol, sums]) => ({ market: symbol, ...totalsOf(sums) })),
    complete,
    since: complete ? null : (since ?? null),
  };
}

function of(sums: Map<string, Sums>, name: string): Sums {
  const known = sums.get(name) ?? new Sums();
  sums.set(name, known);
  return known;
}

function dayOf(row: HistoryRow): string {
  return new Date(Number(row["created_at"])).toISOString().slice(0, 10);
}

/** A signed decimal of the venue in 1e-9. @throws TypeError for other text, because an incomplete sum would be wrong */
function units(row: HistoryRow, name: string): bigint {
  const text = String(row[name]);
  const negative = text.startsWith("-");
  const scaled = parseDecimal(negative ? text.slice(1) : text, MONEY_DECIMALS);
  if (scaled === undefined) throw new TypeError(`The venue's row has no ${name}.`);
  return negative ? -scaled : scaled;
}
