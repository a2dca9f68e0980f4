/** Solana constants that the app and the simulated chain share. */
import { base58 } from "@scure/base";

/** `simulated` is the sandbox's chain, on which tokens have no value. */
export const SOLANA_NETWORKS = ["mainnet-beta", "devnet", "testnet", "simulated"] as const;
export type SolanaNetwork = (typeof SOLANA_NETWORKS)[number];

/** Networks to which swaps lead from another one: today the sandbox's second chain, whose tokens have no value either. */
export const DESTINATION_NETWORKS = ["simulated-destination"] as const;
export type DestinationNetwork = (typeof DESTINATION_NETWORKS)[number];

/** The answer of `getGenesisHash`, which identifies a network. */
export const GENESIS_HASH: Record<SolanaNetwork | DestinationNetwork, string> = {
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  testnet: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
  simulated: "SimuLatedChain11111111111111111111111111111",
  "simulated-destination": "SimuLatedDestination11111111111111111111111",
};

/** Circle's USDC on mainnet-beta. */
export const USDC_MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
/** Base units of USDC are 1e-6. */
export const USDC_DECIMALS = 6;

/** A transaction is valid for this many blocks after the block whose hash it names. */
export const VALID_BLOCKS = 150;

const SIGNATURE_BYTES = 64;

/** True for the base58 text of 64 bytes, which identifies a transaction. */
export function isSignature(text: string): boolean {
  if (text.length < 64 || text.length > 88) return false;
  try {
    return base58.decode(text).length === SIGNATURE_BYTES;
  } catch {
    return false;
  }
}
