/** SOL and USDC for a new wallet, so that it can deposit: both in one transaction of the treasury. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { Treasury } from "./treasury.ts";

/** 1 SOL, for the fees of thousands of transactions. */
const LAMPORTS = 1_000_000_000n;
/** 10,000 USDC, in base units. */
const USDC = 10_000_000_000n;

/** Base units. */
export type Welcome = { signature: string; sol: string; usdc: string };

/** Resolves once a block has it. @throws CHAIN_UNREACHABLE when that is not known in time, or it did not happen */
export async function welcome(treasury: Treasury, recipient: string): Promise<Welcome> {
  const { signature, landed } = await treasury.welcome({
    recipient,
    lamports: LAMPORTS,
    token: TOKENS.USDC,
    units: USDC,
  });
  const { error } = await landed.catch(() => ({ error: "dead" }));
  if (error !== null) throw new ServiceError("CHAIN_UNREACHABLE");
  return { signature, sol: LAMPORTS.toString(), usdc: USDC.toString() };
}
