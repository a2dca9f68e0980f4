/** Reads what an account was worth: its hourly rows, and the sums that it has now. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type {
  AccountFigures,
  AccountSums,
  Worth,
} from "#services/venue/projection/account-figures.ts";
import { figuresFrom, sumsFrom } from "./portfolio-rows.ts";

export type StoredPortfolio = {
  /** What the account had when the span began; `undefined` when there was nothing. */
  start: AccountFigures | undefined;
  /** Ends of hours behind the span's beginning, oldest first. */
  hours: Worth[];
  sums: AccountSums;
};

type WorthRow = { hour: number; equity: string; deposits: string };
type Query = <Row>(sql: string, values: (string | number)[]) => Row[];

/** `from`: the beginning of the span, a whole hour, in Unix ms. `undefined` when nothing was ever reported of the account. */
export function readPortfolio(
  query: Query,
  account: number,
  from: number,
): StoredPortfolio | undefined {
  const [stored] = query<{ sums: string }>("SELECT sums FROM portfolio_sums WHERE account = ?", [
    account,
  ]);
  if (stored === undefined) return undefined;
  const first = from / HOUR_MS;
  const [before] = query<WorthRow & { figures: string }>(
    "SELECT * FROM portfolio WHERE account = ? AND hour < ? ORDER BY hour DESC LIMIT 1",
    [account, first],
  );
  const rows = query<WorthRow>(
    "SELECT hour, equity, deposits FROM portfolio WHERE account = ? AND hour >= ? ORDER BY hour",
    [account, first],
  );
  return {
    start: before && { ...figuresFrom(before.figures), ...worthOf(before) },
    hours: rows.map(worthOf),
    sums: sumsFrom(stored.sums),
  };
}

function worthOf({ hour, equity, deposits }: WorthRow): Worth {
  return { time: (hour + 1) * HOUR_MS, equity: BigInt(equity), deposits: BigInt(deposits) };
}
