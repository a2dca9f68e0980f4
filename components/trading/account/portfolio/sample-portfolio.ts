/** Thirty invented days of an account, for visitors who have none. Everything follows from the changes of each day. */
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";

/** What each day brought, in cents. */
const CHANGES = [
  4_120n,
  -2_380n,
  6_575n,
  0n,
  1_940n,
  -5_310n,
  7_825n,
  3_260n,
  -1_150n,
  0n,
  2_890n,
  -4_475n,
  5_130n,
  8_040n,
  -3_615n,
  1_275n,
  -6_920n,
  0n,
  4_380n,
  9_155n,
  -2_740n,
  3_485n,
  -1_890n,
  6_210n,
  2_035n,
  -4_160n,
  5_740n,
  -1_225n,
  3_870n,
  1_157n,
] as const;

const START = 1_000_000n;
const FEES = 3_118n;
const FUNDING = -641n;
const OPEN = 5_820n;

const cents = (amount: bigint): Decimal => formatDecimal(amount, 2);

/** `now` in Unix milliseconds; the sample ends in the hour before it. */
export function samplePortfolio(now: number): Portfolio {
  const to = now - (now % HOUR_MS);
  const from = to - CHANGES.length * DAY_MS;
  const sums = CHANGES.reduce<bigint[]>(
    (all, change) => [...all, (all.at(-1) ?? 0n) + change],
    [0n],
  );
  const pnl = sums.at(-1) ?? 0n;
  const drawdown = largestFall(sums);
  const parts = {
    realized_pnl: cents(pnl - OPEN - FUNDING + FEES),
    unrealized_pnl: cents(OPEN),
    funding: cents(FUNDING),
    fees: cents(FEES),
    volume: cents(FEES * 2_000n),
    pnl: cents(pnl),
  };
  return {
    account: "",
    period: "month",
    from,
    to,
    start_equity: cents(START),
    equity: cents(START + pnl),
    net_deposits: cents(0n),
    ...parts,
    pnl_rate: formatDecimal((pnl * 10_000n) / START, 4),
    insurance: cents(0n),
    max_drawdown: cents(drawdown),
    max_drawdown_rate: formatDecimal((drawdown * 10_000n) / START, 4),
    points: sums.map((sum, day) => ({
      time: from + day * DAY_MS,
      equity: cents(START + sum),
      net_deposits: cents(0n),
      pnl: cents(sum),
    })),
    markets: [],
  };
}

/** The largest fall below an earlier peak. */
function largestFall(sums: readonly bigint[]): bigint {
  let [peak, fall] = [0n, 0n];
  for (const sum of sums) {
    if (sum > peak) peak = sum;
    if (peak - sum > fall) fall = peak - sum;
  }
  return fall;
}
