/** Reads what a wallet holds of the tokens of a swap. */
import { type ChainAccount, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readTokenHolding, tokenAccountState } from "#lib/protocol/solana/token-account.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapAsk } from "./preparation.ts";
import type { HeldAccount, Holdings } from "./simulated-effect.ts";

/**
 * SOL is in the wallet itself.
 * @param mints that get something: of the output, which is none for one that arrives on another network, and of what is passed between
 */
export async function readHoldings(
  { account, assetIn }: SwapAsk,
  { mintOut, between = [] }: { mintOut: string | undefined; between?: readonly string[] },
): Promise<Answer<Holdings>> {
  const placeOf = async (mint: string): Promise<Place> => ({
    mint,
    address: await tokenAccountOf(account, mint),
  });
  const mintIn = TOKENS[assetIn].mint;
  const isToken = (mint: string | undefined) => mint !== undefined && mint !== NATIVE_MINT;
  const [source, destination, ...passed] = await Promise.all([
    isToken(mintIn) ? placeOf(mintIn) : undefined,
    mintOut !== undefined && isToken(mintOut) ? placeOf(mintOut) : undefined,
    ...between.filter(isToken).map(placeOf),
  ]);
  const places = { source, destination, between: passed.filter((one) => one !== undefined) };
  const answer = await readAccounts(accountsOf(account, places));
  if (!answer.ok) return answer;
  return { ...answer, body: holdingsIn(answer.body, places) };
}

type Place = Pick<HeldAccount, "address" | "mint">;
type Places = {
  source: Place | undefined;
  destination: Place | undefined;
  between: readonly Place[];
};

function tokenPlaces({ source, destination, between }: Places): Place[] {
  return [source, destination, ...between].filter((one) => one !== undefined);
}

/** The wallet, then its token accounts. */
export function accountsOf(account: string, places: Places): string[] {
  return [account, ...tokenPlaces(places).map(({ address }) => address)];
}

/** @param accounts in the order of `accountsOf` */
export function holdingsIn(accounts: readonly ChainAccount[], places: Places): Holdings {
  const [wallet, ...tokens] = accounts;
  const held = new Map(
    tokenPlaces(places).map((place, index) => [place.address, heldIn(place, tokens[index])]),
  );
  const heldAt = (place: Place | undefined) => place && held.get(place.address);
  return {
    lamports: wallet?.lamports ?? 0n,
    program: wallet?.program,
    source: heldAt(places.source),
    destination: heldAt(places.destination),
    between: places.between.map(heldAt).filter((one) => one !== undefined),
  };
}

function heldIn({ mint, address }: Place, account: ChainAccount | undefined): HeldAccount {
  const data = account?.data ?? new Uint8Array();
  return {
    mint,
    address,
    amount: readTokenHolding(data)?.amount ?? 0n,
    lamports: account?.lamports ?? 0n,
    state: tokenAccountState(data),
  };
}

export function lacksInput({ assetIn, amountIn, fee: terms }: SwapAsk, held: Holdings): boolean {
  const fee = swapFee(amountIn, terms.feePpm, terms.isReferred).charged;
  return (assetIn === "SOL" ? held.lamports : (held.source?.amount ?? 0n)) < amountIn + fee;
}
