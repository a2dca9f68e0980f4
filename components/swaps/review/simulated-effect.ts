/** Compares what a simulation did to a wallet with what its swap says. Pure. */
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import {
  type SwapTransaction,
  TOKEN_ACCOUNT_LAMPORTS,
} from "#lib/protocol/swaps/swap-transaction.ts";

/** What a wallet holds, in base units. Token accounts are undefined for SOL. */
export type Holdings = {
  source: string | undefined;
  destination: string | undefined;
  lamports: bigint;
  given: bigint;
  got: bigint;
  hasDestination: boolean;
  /** What lies at the address of the destination: anybody can send some before it is opened. */
  destinationLamports: bigint;
};

export type Effect = {
  /** Base units of the output. */
  out: bigint;
  /** Lamports that the wallet's new token account keeps. */
  rent: bigint;
};

/**
 * Exactly the input, the fee, the network's fee and the rent of a new account may leave the wallet, and at least the minimum
 * must arrive.
 * @returns the effect, or a technical reason why it is another one than the swap says
 */
export function differenceOfSimulation(
  swap: SwapTransaction,
  before: Holdings,
  after: Holdings,
): Effect | string {
  const isFromSol = swap.mintIn === NATIVE_MINT;
  const isToSol = swap.mintOut === NATIVE_MINT;
  if (!isFromSol && swap.source !== before.source) return "it takes from another account";
  if (!isToSol && swap.destination !== before.destination) return "it pays into another account";
  const paid = swap.amountIn + swap.fee;
  const rent = swap.opensDestination && !before.hasDestination ? rentLeft(before) : 0n;
  const left =
    before.lamports - swap.networkLamports - rent - (isFromSol ? paid : 0n) - after.lamports;
  const out = isToSol ? -left : after.got - before.got;
  if (!isToSol && left !== 0n) return "the simulation moves another amount of SOL";
  if (!isFromSol && before.given - after.given !== paid)
    return "the simulation takes another amount";
  return out < swap.minOut ? "the simulation pays less than the minimum" : { out, rent };
}

function rentLeft({ destinationLamports: there }: Holdings): bigint {
  return there < TOKEN_ACCOUNT_LAMPORTS ? TOKEN_ACCOUNT_LAMPORTS - there : 0n;
}
