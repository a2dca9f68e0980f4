/** What pages need to know of the chain, and what the app answers about it. */
import { z } from "zod";
import { SOLANA_NETWORKS } from "#lib/protocol/solana.ts";
import { pubkey } from "./values.ts";

const signature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  .describe("Signature of the transaction, base58");

/** How money enters and leaves; `vault` null where it does not. */
export const TransferTerms = z.object({
  vault: z
    .object({
      network: z.enum(SOLANA_NETWORKS),
      mint: pubkey.describe("Mint of USDC"),
      authority: pubkey.describe("Multisig that owns the vault; deposits are sent to it"),
      address: pubkey.describe("The multisig's token account, which holds the deposits"),
      /** Address of the simulated chain's own pages. */
      sandbox_url: z.url().nullable(),
      /** A new wallet can ask for simulated SOL and USDC. */
      gives_tokens: z.boolean(),
      /** Each account has a deposit address of its own, to which a deposit needs no memo. */
      has_addresses: z.boolean(),
    })
    .nullable(),
});
export type TransferTerms = z.output<typeof TransferTerms>;
export type VaultTerms = NonNullable<TransferTerms["vault"]>;

/** A JSON-RPC 2.0 request to the chain. */
export const ChainCall = z
  .strictObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.int(), z.string().max(64)]),
    method: z.string().max(64),
    params: z.array(z.json()).max(4).default([]),
  })
  .meta({
    examples: [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "getBalance",
        params: ["4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS"],
      },
    ],
  });
/** Either `result` or `error`, as the node gave it. */
export const ChainAnswer = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.int(), z.string()]),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});

export const SignedTransaction = z.strictObject({
  transaction: z
    .base64()
    .max(1_644)
    .describe("The signed bytes in base64: at most the network's packet of 1,232 bytes"),
});
export const SentTransaction = z.object({ signature });
export type SentTransaction = z.output<typeof SentTransaction>;

/** What a new wallet was given on the simulated network. Base units: lamports, and 1e-6 USDC. */
export const NewcomerTokens = z.object({
  signature,
  sol: z.string().regex(/^\d+$/),
  usdc: z.string().regex(/^\d+$/),
});
export type NewcomerTokens = z.output<typeof NewcomerTokens>;
