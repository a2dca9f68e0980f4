import { z } from "zod";
import { context, method, publicKey } from "#services/chain/rpc/method.ts";
import { preflightFailure } from "#services/chain/rpc/preflight-failure.ts";

/** 1,000 SOL for each request. */
const MAX_LAMPORTS = 1_000_000_000_000;

export const requestAirdrop = method(
  z.tuple([
    publicKey,
    z.number().int().min(1).max(MAX_LAMPORTS, "airdrop request exceeds the limit of 1000 SOL"),
    context.optional(),
  ]),
  async ({ ledger, airdrop }, recipient, lamports) => {
    const life = ledger.blockhashAt(ledger.slot("confirmed"));
    const wire = await airdrop.transaction(recipient, BigInt(lamports), life);
    const result = ledger.submit(wire, { preflight: true });
    if ("refused" in result) throw preflightFailure(result.refused);
    return wire.signature;
  },
);
