/**
 * Finds large changes in the accounts that the operator watches. They are the chain's only news:
 * who moved how much.
 */
import { z } from "zod";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { FetchFailure } from "#lib/catalysts/sources/fetch.ts";
import type { TokenAccountBalance } from "#lib/kernel/chain-client/read-payment.ts";
import type { WatchedAccount } from "#lib/platform/config/news-config.ts";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { type Measured, measuredItem, spoken } from "./measured-item.ts";

/** Changes within this time are added up. */
const WINDOW_MS = 600_000;
/** 10,000 USDC, in base units. */
const VAULT_LEAST = 10_000_000_000n;

const known = z.record(
  z.string(),
  z.strictObject({ amount: z.string(), slot: z.number(), at: z.number() }),
);
/**
 * For each account, the balance with which the next one is compared: base units, slot and Unix
 * milliseconds.
 */
type Known = z.output<typeof known>;

export type Watch = {
  source: NewsSource;
  accounts: readonly WatchedAccount[];
  network: string;
  sandboxUrl: string | undefined;
  /** Reads the balance of a token account at the newest finalized slot. */
  readBalance: (account: string) => Promise<TokenAccountBalance>;
};

/**
 * The token account that holds the deposits of the venue.
 * @param authority of the vault. Both are base58
 */
export async function vaultAccount(authority: string, mint: string): Promise<WatchedAccount> {
  const account = await tokenAccountOf(authority, mint);
  return { label: "the vault of this venue", account, asset: "USDC", least: VAULT_LEAST };
}

/** @throws FetchFailure when no account can be read */
export async function readWatchedAccounts(
  watch: Watch,
  cursor: string | null,
  now: number,
): Promise<Measured> {
  const { accounts, readBalance } = watch;
  const before = knownOf(cursor);
  const answers = await Promise.allSettled(accounts.map(({ account }) => readBalance(account)));
  const failed = answers.filter(({ status }) => status === "rejected").length;
  if (failed === accounts.length) throw new FetchFailure("unreachable");
  const items: ReadItem[] = [];
  const after: Known = {};
  for (const [index, watched] of accounts.entries()) {
    const answer = answers[index];
    const last = before[watched.account];
    if (answer?.status !== "fulfilled") {
      if (last !== undefined) after[watched.account] = last;
      continue;
    }
    const { amount, slot } = answer.value;
    // A node that is behind shows an older balance, so the change would be reported twice, there
    // and back.
    if (last !== undefined && slot < last.slot) {
      after[watched.account] = last;
      continue;
    }
    const change = last === undefined ? 0n : amount - BigInt(last.amount);
    const isLarge = (change < 0n ? -change : change) >= watched.least;
    if (isLarge && last !== undefined) items.push(itemOf(watch, watched, { last, change, now }));
    const keepsBase = !isLarge && last !== undefined && now - last.at < WINDOW_MS;
    after[watched.account] = keepsBase ? last : { amount: amount.toString(), slot, at: now };
  }
  const error = failed === 0 ? null : `${failed} of ${accounts.length} accounts cannot be read`;
  return { items, cursor: JSON.stringify(after), error };
}

type Change = { last: Known[string]; change: bigint; now: number };

/** The slot of the earlier balance makes the id unique, so a repeated read gives the same item. */
function itemOf(watch: Watch, watched: WatchedAccount, { last, change, now }: Change): ReadItem {
  const { network, sandboxUrl, source } = watch;
  const { label, account, asset } = watched;
  const size = change < 0n ? -change : change;
  const whole = size / 10n ** BigInt(TOKENS[asset].decimals);
  const minutes = Math.max(1, Math.round((now - last.at) / 60_000));
  const measurement = {
    page: explorerUrl({ network, address: account }, sandboxUrl) ?? source.url,
    parameters: { since: last.slot.toString() },
    asset,
    headline: `${spoken(whole)} ${asset} ${change < 0n ? "left" : "reached"} ${label}`,
    summary: `The account ${account} changed by so much within ${minutes} min, as final blocks of the chain show.`,
    at: now,
    onchain: anomalyOf(size, watched.least),
  };
  return measuredItem(measurement, source);
}

/** 0.5 for the smallest change that is news, 1 for ten times as much. */
function anomalyOf(size: bigint, least: bigint): number {
  const share = 0.5 + Math.log10(Number(size) / Number(least)) / 2;
  return Math.round(1_000 * Math.min(1, share)) / 1_000;
}

/** Ignores what another version stored. */
function knownOf(cursor: string | null): Known {
  if (cursor === null) return {};
  try {
    return known.parse(JSON.parse(cursor));
  } catch {
    return {};
  }
}
