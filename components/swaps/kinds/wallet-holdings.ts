/** Reads the wallet's balances of a swap's tokens. */
import { type ChainAccount, readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readTokenHolding, tokenAccountState } from "#lib/protocol/solana/token-account.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapAsk } from "./preparation.ts";
import type { HeldAccount, WalletHoldings } from "./simulated-effect.ts";

/**
 * SOL is in the wallet itself.
 * @param mints tokens that receive something: `mintOut`, undefined when the output arrives on
 * another network, and `between`, the tokens on the way
 */
export async function readHoldings(
  { account, assetIn }: SwapAsk,
  { mintOut, between = [] }: { mintOut: string | undefined; between?: readonly string[] },
): Promise<Answer<WalletHoldings>> {
  const keyOf = async (mint: string): Promise<TokenAccountKey> => ({
    mint,
    address: await tokenAccountOf(account, mint),
  });
  const mintIn = TOKENS[assetIn].mint;
  const isToken = (mint: string | undefined) => mint !== undefined && mint !== NATIVE_MINT;
  const [source, destination, ...passed] = await Promise.all([
    isToken(mintIn) ? keyOf(mintIn) : undefined,
    mintOut !== undefined && isToken(mintOut) ? keyOf(mintOut) : undefined,
    ...between.filter(isToken).map(keyOf),
  ]);
  const keys = { source, destination, between: passed.filter((one) => one !== undefined) };
  const answer = await readAccounts(listAccounts(account, keys));
  if (!answer.ok) return answer;
  return { ...answer, body: holdingsIn(answer.body, keys) };
}

type TokenAccountKey = Pick<HeldAccount, "address" | "mint">;
type SwapAccountKeys = {
  source: TokenAccountKey | undefined;
  destination: TokenAccountKey | undefined;
  between: readonly TokenAccountKey[];
};

function tokenAccountKeys({ source, destination, between }: SwapAccountKeys): TokenAccountKey[] {
  return [source, destination, ...between].filter((one) => one !== undefined);
}

/** The wallet, then its token accounts. */
export function listAccounts(account: string, keys: SwapAccountKeys): string[] {
  return [account, ...tokenAccountKeys(keys).map(({ address }) => address)];
}

/** @param accounts in the order of `listAccounts` */
export function holdingsIn(
  accounts: readonly ChainAccount[],
  keys: SwapAccountKeys,
): WalletHoldings {
  const [wallet, ...tokens] = accounts;
  const held = new Map(
    tokenAccountKeys(keys).map((key, index) => [key.address, heldIn(key, tokens[index])]),
  );
  const heldAt = (key: TokenAccountKey | undefined) => key && held.get(key.address);
  return {
    lamports: wallet?.lamports ?? 0n,
    program: wallet?.program,
    source: heldAt(keys.source),
    destination: heldAt(keys.destination),
    between: keys.between.map(heldAt).filter((one) => one !== undefined),
  };
}

function heldIn(
  { mint, address }: TokenAccountKey,
  account: ChainAccount | undefined,
): HeldAccount {
  const data = account?.data ?? new Uint8Array();
  return {
    mint,
    address,
    amount: readTokenHolding(data)?.amount ?? 0n,
    lamports: account?.lamports ?? 0n,
    state: tokenAccountState(data),
  };
}

export function lacksInput(
  { assetIn, amountIn, fee: terms }: SwapAsk,
  held: WalletHoldings,
): boolean {
  const fee = swapFee(amountIn, terms.feePpm, terms.isReferred).charged;
  return (assetIn === "SOL" ? held.lamports : (held.source?.amount ?? 0n)) < amountIn + fee;
}
