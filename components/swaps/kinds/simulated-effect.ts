/** Compares what a simulation did to a wallet with the swap's own terms. Pure. */
import { freshTokenAccountState } from "#lib/protocol/solana/token-account.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { type SwapTransaction, TOKEN_ACCOUNT_LAMPORTS } from "#lib/protocol/swaps/swap-rules.ts";

/** A token account of the wallet. Addresses are base58. */
export type HeldAccount = {
  address: string;
  mint: string;
  /** Base units. */
  amount: bigint;
  /** Lamports at its address. Others can send some before the account is opened. */
  lamports: bigint;
  /**
   * All of its data except the amount: owner, delegate, close authority and more. Undefined before
   * the account is opened.
   */
  state: string | undefined;
};

/** The wallet's balances. A token account is undefined where the asset is SOL. */
export type WalletHoldings = {
  lamports: bigint;
  /**
   * The program that owns the wallet's account, base58. A transaction can change the owner.
   * Undefined without an account.
   */
  program: string | undefined;
  source: HeldAccount | undefined;
  destination: HeldAccount | undefined;
  /** Accounts of tokens that a route passes between. */
  between: readonly HeldAccount[];
};

export type SwapEffect = {
  /** Base units of the output. */
  out: bigint;
  /** Lamports that the wallet's new token accounts keep. */
  rent: bigint;
};

/**
 * Only the input, the fee, the network's fee and the rent of new accounts may leave the wallet, and
 * at least the minimum must arrive. Nothing but amounts may change in its accounts.
 * @returns the effect, or a technical reason why it differs from the swap
 */
export function differenceOfSimulation(
  swap: SwapTransaction,
  before: WalletHoldings,
  after: WalletHoldings,
): SwapEffect | string {
  const isFromSol = swap.mintIn === NATIVE_MINT;
  const isToSol = swap.mintOut === NATIVE_MINT;
  const problem = problemOfAccounts(swap, before) ?? problemOfStates(swap, before, after);
  if (problem !== undefined) return problem;
  const paid = swap.amountIn + swap.fee;
  const rent = rentOf(swap, before);
  const left =
    before.lamports - swap.networkLamports - rent - (isFromSol ? paid : 0n) - after.lamports;
  const out = isToSol ? -left : amountIn(after.destination) - amountIn(before.destination);
  if (!isToSol && left !== 0n) return "the simulation moves another amount of SOL";
  if (!isFromSol && amountIn(before.source) - amountIn(after.source) !== paid)
    return "the simulation takes another amount";
  if (before.between.some(({ amount }, index) => amountIn(after.between[index]) < amount))
    return "the simulation takes another token";
  return out < swap.minOut ? "the simulation pays less than the minimum" : { out, rent };
}

function problemOfAccounts(swap: SwapTransaction, before: WalletHoldings): string | undefined {
  if (swap.mintIn !== NATIVE_MINT && swap.source !== before.source?.address)
    return "it takes from another account";
  if (swap.mintOut !== NATIVE_MINT && swap.destination !== before.destination?.address)
    return "it pays into another account";
  const isSame =
    swap.between.length === before.between.length &&
    before.between.every(({ address }) => swap.between.includes(address));
  return isSame ? undefined : "it passes another account";
}

/** A program that acts with the wallet's signature could give the wallet's accounts away. */
function problemOfStates(
  { payer }: SwapTransaction,
  before: WalletHoldings,
  after: WalletHoldings,
): string | undefined {
  if (before.program !== after.program) return "the simulation gives the wallet away";
  const left = tokenAccounts(after);
  const other = tokenAccounts(before).find(
    ({ mint, state = freshTokenAccountState(mint, payer) }, index) => left[index]?.state !== state,
  );
  return other && `the simulation changes more than the amount of ${other.address}`;
}

function tokenAccounts({ source, destination, between }: WalletHoldings): HeldAccount[] {
  return [source, destination, ...between].filter((one) => one !== undefined);
}

function amountIn(account: HeldAccount | undefined): bigint {
  return account?.amount ?? 0n;
}

function rentOf(
  { opensDestination }: SwapTransaction,
  { destination, between }: WalletHoldings,
): bigint {
  const opened = [...(opensDestination && destination ? [destination] : []), ...between];
  return opened
    .filter(({ state }) => state === undefined)
    .reduce((sum, { lamports }) => sum + rentLeft(lamports), 0n);
}

function rentLeft(there: bigint): bigint {
  return there < TOKEN_ACCOUNT_LAMPORTS ? TOKEN_ACCOUNT_LAMPORTS - there : 0n;
}
