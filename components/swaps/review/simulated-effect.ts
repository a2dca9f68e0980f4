/** Compares what a simulation did to a wallet with what its swap says. Pure. */
import { freshTokenAccountState } from "#lib/protocol/solana/token-account.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { type SwapTransaction, TOKEN_ACCOUNT_LAMPORTS } from "#lib/protocol/swaps/swap-rules.ts";

/** A token account of the wallet. Addresses are base58. */
export type HeldAccount = {
  address: string;
  mint: string;
  /** Base units. */
  amount: bigint;
  /** What lies at its address: anybody can send some before it is opened. */
  lamports: bigint;
  /** All of its data but the amount, such as owner, delegate and close authority. Undefined for an account that is not open. */
  state: string | undefined;
};

/** What a wallet holds. Token accounts are undefined for SOL. */
export type Holdings = {
  lamports: bigint;
  /** Which owns the wallet's account itself, base58: a wallet can be given away. Undefined without an account. */
  program: string | undefined;
  source: HeldAccount | undefined;
  destination: HeldAccount | undefined;
  /** Of tokens that a route passes between. */
  between: readonly HeldAccount[];
};

export type Effect = {
  /** Base units of the output. */
  out: bigint;
  /** Lamports that the wallet's new token accounts keep. */
  rent: bigint;
};

/**
 * Exactly the input, the fee, the network's fee and the rent of new accounts may leave the wallet, and at least the minimum
 * must arrive. Nothing but amounts may change of its accounts.
 * @returns the effect, or a technical reason why it is another one than the swap says
 */
export function differenceOfSimulation(
  swap: SwapTransaction,
  before: Holdings,
  after: Holdings,
): Effect | string {
  const isFromSol = swap.mintIn === NATIVE_MINT;
  const isToSol = swap.mintOut === NATIVE_MINT;
  const problem = problemOfPlaces(swap, before) ?? problemOfStates(swap, before, after);
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

function problemOfPlaces(swap: SwapTransaction, before: Holdings): string | undefined {
  if (swap.mintIn !== NATIVE_MINT && swap.source !== before.source?.address)
    return "it takes from another account";
  if (swap.mintOut !== NATIVE_MINT && swap.destination !== before.destination?.address)
    return "it pays into another account";
  const isSame =
    swap.between.length === before.between.length &&
    before.between.every(({ address }) => swap.between.includes(address));
  return isSame ? undefined : "it passes another account";
}

/** A program that acts with the wallet's signature could give its accounts to somebody. */
function problemOfStates(
  { payer }: SwapTransaction,
  before: Holdings,
  after: Holdings,
): string | undefined {
  if (before.program !== after.program) return "the simulation gives the wallet away";
  const left = tokenAccounts(after);
  const other = tokenAccounts(before).find(
    ({ mint, state = freshTokenAccountState(mint, payer) }, index) => left[index]?.state !== state,
  );
  return other && `the simulation changes more than the amount of ${other.address}`;
}

function tokenAccounts({ source, destination, between }: Holdings): HeldAccount[] {
  return [source, destination, ...between].filter((one) => one !== undefined);
}

function amountIn(account: HeldAccount | undefined): bigint {
  return account?.amount ?? 0n;
}

function rentOf({ opensDestination }: SwapTransaction, { destination, between }: Holdings): bigint {
  const opened = [...(opensDestination && destination ? [destination] : []), ...between];
  return opened
    .filter(({ state }) => state === undefined)
    .reduce((sum, { lamports }) => sum + rentLeft(lamports), 0n);
}

function rentLeft(there: bigint): bigint {
  return there < TOKEN_ACCOUNT_LAMPORTS ? TOKEN_ACCOUNT_LAMPORTS - there : 0n;
}
