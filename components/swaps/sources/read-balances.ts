/** The wallet's balance of every asset. */
import { parseHolding, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** Base units. */
export type WalletBalances = Readonly<Record<TokenSymbol, bigint>>;

/**
 * SOL is the wallet's own lamports. Its account of wrapped SOL is never used.
 * @param accounts token accounts by asset. An account of another wallet counts as empty
 */
export async function readWalletBalances(
  wallet: string,
  accounts: Readonly<Record<string, string>>,
): Promise<Answer<WalletBalances>> {
  const tokens = SWAP_ASSETS.filter((symbol) => symbol !== "SOL");
  const answer = await readAccounts([
    wallet,
    ...tokens.map((symbol) => accounts[symbol] ?? wallet),
  ]);
  if (!answer.ok) return answer;
  const [own, ...held] = answer.body;
  const amounts = tokens.map((symbol, index) => {
    const holding = parseHolding(held[index]);
    return [symbol, holding?.owner === wallet ? holding.amount : 0n];
  });
  const body = { SOL: own?.lamports ?? 0n, ...Object.fromEntries(amounts) } as WalletBalances;
  return { ...answer, body };
}
