/** What a wallet holds of every asset. Loaded with a session, because kit derives the accounts. */
import { holdingOf, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** Base units. */
export type Balances = Readonly<Record<TokenSymbol, bigint>>;

/** SOL is what the wallet itself holds: its own account of wrapped SOL is never used. */
export async function readBalances(wallet: string): Promise<Answer<Balances>> {
  const tokens = SWAP_ASSETS.filter((symbol) => symbol !== "SOL");
  const accounts = await Promise.all(
    tokens.map((symbol) => tokenAccountOf(wallet, TOKENS[symbol].mint)),
  );
  const answer = await readAccounts([wallet, ...accounts]);
  if (!answer.ok) return answer;
  const [own, ...held] = answer.body;
  const amounts = tokens.map((symbol, index) => [symbol, holdingOf(held[index])?.amount ?? 0n]);
  const body = { SOL: own?.lamports ?? 0n, ...Object.fromEntries(amounts) } as Balances;
  return { ...answer, body };
}
