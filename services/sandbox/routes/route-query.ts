/** What a client asks the simulated aggregator: the parameters of `GET /swap/v2/build` in Jupiter's Swap API. */
import { z } from "zod";
import { ALL_OF_SOURCE } from "#lib/protocol/solana/pool.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import { publicKey } from "#services/sandbox/site/body.ts";

const MAX_BPS = 10_000;
const MAX_ACCOUNTS = 64;

const mint = z.string().refine((text) => assetOfMint(text) !== undefined, "is not tradable");
const baseUnits = z
  .string()
  .regex(/^[1-9]\d{0,19}$/, "must be a whole number of base units above 0")
  .transform(BigInt)
  .refine((units) => units < ALL_OF_SOURCE, "must fit into a u64");
const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value <= most, `must be at most ${most}`);

/** The API has more parameters, which change nothing here. */
export const RouteQuery = z
  .object({
    inputMint: mint,
    outputMint: mint,
    amount: baseUnits,
    taker: publicKey,
    slippageBps: whole(MAX_BPS).default(50),
    maxAccounts: whole(MAX_ACCOUNTS).default(MAX_ACCOUNTS),
  })
  .refine(({ inputMint, outputMint }) => inputMint !== outputMint, {
    path: ["outputMint"],
    message: "must not be inputMint",
  });
export type RouteQuery = z.output<typeof RouteQuery>;
