import "server-only";
import { z } from "zod";
import { accountField, namedWallet, shortWallet } from "#lib/identity/person/wallet-names.ts";
import { walletsOf } from "#lib/identity/person/wallets-of.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import {
  type AccountResult,
  readAccountResult,
} from "#lib/trading/account-history/account-result.ts";
import { HISTORY_ROWS, readNewestRows } from "#lib/trading/account-history/newest-rows.ts";
import { findKey } from "#lib/trading/venue-access/key-store.ts";
import { decimal, marketSymbol, moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const DEFAULT_DAYS = 7;
/** Beyond this span the sums of days would be most of the answer. */
const MAX_LISTED_DAYS = 31;

const Result = z.strictObject({
  net: decimal.describe("realized_pnl - fees - funding_paid + funding_received"),
  realized_pnl: decimal,
  fees: decimal,
  funding_paid: decimal,
  funding_received: decimal,
  volume: decimal,
  fills: z.int(),
});

export const getAccountHistory = defineTool({
  name: "get_account_history",
  title: "Get Account History",
  description:
    'Returns what one trading account won or lost over a span of time in USDC, in all, by market and by day, with its newest fills, funding payments, orders or transfers. Use it for "what did I lose last week" and "why". Open positions are not in it: use get_positions.',
  scope: "read:chat",
  annotations: READS,
  input: z.strictObject({
    from: instant.optional().describe("Begin, ISO 8601. Default: 7 days before to"),
    to: instant.optional().describe("End, ISO 8601. Default: now"),
    market: marketSymbol.optional().describe("Only this market"),
    rows: z
      .enum([...HISTORY_ROWS, "none"])
      .default("fills")
      .describe("Which rows to list, the newest first"),
    limit: z.int().min(1).max(100).default(20).describe("Most rows of a page"),
    cursor: z
      .string()
      .regex(/^\d{1,16}$/, "must be the next_cursor of the page before")
      .optional()
      .describe("next_cursor of the page before. The sums are then left out"),
    account: accountField.describe(
      "Wallet, in full or shortened as in get_positions. Default: the first with trading enabled",
    ),
  }),
  output: z.strictObject({
    account: z.string().describe("The wallet, shortened"),
    other_accounts: z.array(z.string()).describe("Other wallets: ask for each on its own"),
    from: moment,
    to: moment,
    total: Result.nullable(),
    by_market: z.array(Result.extend({ market: z.string() })).nullable(),
    by_day: z
      .array(Result.extend({ day: z.string() }))
      .nullable()
      .describe("UTC; null for a span of more than 31 days"),
    incomplete_since: moment
      .nullable()
      .describe("Set when the span has too many rows: the sums begin here"),
    rows: z.array(z.looseObject({ time: moment })),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ actor, now }, { market, rows: kind, limit, cursor, account: named, ...span }) => {
    const wallets = await walletsOf(actor.userId);
    const account = await readableWallet(wallets, named, now);
    const to = span.to === undefined ? now : Date.parse(span.to);
    const from = span.from === undefined ? to - DEFAULT_DAYS * DAY_MS : Date.parse(span.from);
    if (from >= to) {
      throw new ServiceError("INVALID_FIELD", { field: "from", reason: "it must be before to" });
    }
    const ctx = { actor: { account }, now };
    // Without an end the newest rows count too when the venue's clock is ahead of this one.
    const of = { from, to: span.to === undefined ? undefined : to, market };
    const [result, page] = await Promise.all([
      cursor === undefined ? readAccountResult({ ctx, input: of }) : undefined,
      kind === "none" ? NO_ROWS : readNewestRows({ ctx, input: { ...of, kind, limit, cursor } }),
    ]);
    return {
      account: shortWallet(account),
      other_accounts: wallets.filter((wallet) => wallet !== account).map(shortWallet),
      from: timeOf(from),
      to: timeOf(to),
      ...sumsOf(result, to - from <= MAX_LISTED_DAYS * DAY_MS),
      rows: page.rows.map(({ created_at, ...row }) => ({ time: timeOf(created_at), ...row })),
      next_cursor: page.next,
    };
  },
});

const NO_ROWS = { rows: [], next: null };

function sumsOf(result: AccountResult | undefined, withDays: boolean) {
  const since = result?.incompleteSince ?? null;
  return {
    total: result?.total ?? null,
    by_market: result?.markets ?? null,
    by_day: withDays ? (result?.days ?? null) : null,
    incomplete_since: since === null ? null : timeOf(since),
  };
}

/** @throws WALLET_REQUIRED, ACCOUNT_MISMATCH, INVALID_FIELD, TRADING_NOT_ENABLED */
async function readableWallet(
  wallets: readonly string[],
  named: string | undefined,
  now: number,
): Promise<string> {
  if (wallets.length === 0) throw new ServiceError("WALLET_REQUIRED");
  if (named !== undefined) return namedWallet(wallets, named);
  for (const wallet of wallets) {
    if ((await findKey(wallet, now)) !== undefined) return wallet;
  }
  throw new ServiceError("TRADING_NOT_ENABLED");
}
