/** Settings of swaps: their fee, and the relay that leads to another network. */
import { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import { trustedParty } from "./setting-values.ts";

export const swapSettings = {
  SWAP_FEE_OWNER: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 key of 32 bytes")
    .optional()
    .describe(
      "Wallet that takes the fees of swaps, base58: its associated token accounts must be open. Without it, or without `SOLANA_RPC_URL`, swaps are not available",
    ),
  SWAP_FEE_PPM: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(Number(DEFAULT_FEE_PPM))
    .describe("Fee of swaps on top of their input, in millionths"),
  SWAP_ROUTES_URL: trustedParty
    .optional()
    .describe(
      "Where browsers ask for routes, in the form of Jupiter's Swap API v2: `https://api.jup.ag`. Pages may connect to its origin. Without it, swaps use only the pools of the simulated chain, and are not available on a real network",
    ),
  SWAP_DESTINATION_RPC_URL: trustedParty
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "JSON-RPC address of a node of the network to which swaps lead. Belongs to `SWAP_RELAY_URL` and `SWAP_RELAY_OWNER`. Without them, or without `SWAP_FEE_OWNER`, swaps stay on one network",
    ),
  SWAP_RELAY_URL: trustedParty
    .optional()
    .describe(
      "Where browsers ask the relay for quotes, in the form of LiFi's API: `https://relay.example/v1`. Pages may connect to its origin",
    ),
  SWAP_RELAY_OWNER: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 key of 32 bytes")
    .optional()
    .describe(
      "Wallet of the relay on both networks, base58: deposits go to its associated token accounts, and only its payments count",
    ),
};

/** They mean nothing without each other. */
export const RELAY_NAMES = [
  "SWAP_DESTINATION_RPC_URL",
  "SWAP_RELAY_URL",
  "SWAP_RELAY_OWNER",
] as const;

export type SwapConfig = {
  /** The wallet that takes the fees, base58. */
  feeOwner: string;
  /** Share of the input, in millionths. */
  feePpm: bigint;
  /** Where browsers ask for routes of Jupiter; undefined where there are none. */
  routesUrl: string | undefined;
  /** Undefined where swaps stay on one network. */
  relay: RelayConfig | undefined;
};

export type RelayConfig = {
  /** A node of the network to which swaps lead. */
  rpcUrl: Secret;
  /** Where browsers ask for quotes. */
  url: string;
  /** The relay's wallet on both networks, base58. */
  owner: string;
};

type SwapEnvironment = z.output<z.ZodObject<typeof swapSettings>>;

/** Undefined without a wallet that takes the fees. @throws Error when it is the relay's as well */
export function swapsOf(env: SwapEnvironment): SwapConfig | undefined {
  const { SWAP_FEE_OWNER: feeOwner, SWAP_FEE_PPM, SWAP_ROUTES_URL } = env;
  if (feeOwner === undefined) return undefined;
  const relay = relayOf(env);
  // Fee and deposit would go to one account, and the relay would take neither for a deposit.
  if (relay?.owner === feeOwner) throw new Error("SWAP_RELAY_OWNER must not be SWAP_FEE_OWNER");
  const routesUrl = SWAP_ROUTES_URL?.replace(/\/$/, "");
  return { feeOwner, feePpm: BigInt(SWAP_FEE_PPM), routesUrl, relay };
}

function relayOf(env: SwapEnvironment): RelayConfig | undefined {
  const { SWAP_DESTINATION_RPC_URL: rpcUrl, SWAP_RELAY_URL, SWAP_RELAY_OWNER: owner } = env;
  if (rpcUrl === undefined || SWAP_RELAY_URL === undefined || owner === undefined) return undefined;
  return { rpcUrl, url: SWAP_RELAY_URL.replace(/\/$/, ""), owner };
}
