/** What a wallet holds of every asset. */
import { holdingOf, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** Base units. */
export type Balances = Readonly<Record<TokenSymbol, bigint>>;

/**
 * SOL is what the wallet itself holds: its own account of wrapped SOL is never used.
 * @param accounts of its tokens, by asset; one that is not the wallet's own counts as empty
 */
export async function readBalances(
  wallet: string,
  accounts: Readonly<Record<string, string>>,
): Promise<Answer<Balances>> {
  const tokens = SWAP_ASSETS.filter((symbol) => symbol !== "SOL");
  const answer = await readAccounts([
    wallet,
    ...tokens.map((symbol) => accounts[symbol] ?? wallet),
  ]);
  if (!answer.ok) return answer;
  const [own, ...held] = answer.body;
  const amounts = tokens.map((symbol, index) => {
    const holding = holdingOf(held[index]);
    return [symbol, holding?.owner === wallet ? holding.amount : 0n];
  });
  const body = { SOL: own?.lamports ?? 0n, ...Object.fromEntries(amounts) } as Balances;
  return { ...answer, body };
}
