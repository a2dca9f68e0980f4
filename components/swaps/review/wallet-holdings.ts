/** Reads what a wallet holds of the two tokens of a swap. */
import { type ChainAccount, holdingOf, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapAsk } from "./preparation.ts";
import type { Holdings } from "./simulated-effect.ts";

/** @param paysHere false for an output that arrives on another network */
export async function readHoldings(
  { account, assetIn, assetOut }: SwapAsk,
  paysHere = true,
): Promise<Answer<Holdings>> {
  const [source, destination] = await Promise.all([
    assetIn === "SOL" ? undefined : tokenAccountOf(account, TOKENS[assetIn].mint),
    assetOut === "SOL" || !paysHere ? undefined : tokenAccountOf(account, TOKENS[assetOut].mint),
  ]);
  const addresses = { source, destination };
  const answer = await readAccounts(accountsOf(account, addresses));
  if (!answer.ok) return answer;
  return { ...answer, body: afterOf(answer.body, addresses) };
}

type Addresses = Pick<Holdings, "source" | "destination">;

export function accountsOf(account: string, { source, destination }: Addresses): string[] {
  return [account, source, destination].filter((one) => one !== undefined);
}

/** What the accounts hold, read in the order of `accountsOf`. */
export function afterOf(
  accounts: readonly (ChainAccount | undefined)[],
  { source, destination }: Addresses,
): Holdings {
  const [wallet, ...tokens] = accounts;
  const given = source === undefined ? undefined : tokens[0];
  const got = destination === undefined ? undefined : tokens.at(-1);
  return {
    source,
    destination,
    lamports: wallet?.lamports ?? 0n,
    given: holdingOf(given)?.amount ?? 0n,
    got: holdingOf(got)?.amount ?? 0n,
    hasDestination: holdingOf(got) !== undefined,
    destinationLamports: got?.lamports ?? 0n,
  };
}

export function lacksInput({ assetIn, amountIn, fee: terms }: SwapAsk, held: Holdings): boolean {
  const fee = swapFee(amountIn, terms.feePpm, terms.isReferred).charged;
  return (assetIn === "SOL" ? held.lamports : held.given) < amountIn + fee;
}
