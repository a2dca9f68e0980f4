import { z } from "zod";
import { decodeTransaction, wireEncoding } from "#services/chain/rpc/decode-transaction.ts";
import { commitment, method } from "#services/chain/rpc/method.ts";
import { preflightFailure } from "#services/chain/rpc/preflight-failure.ts";

export const sendTransaction = method(
  z.tuple([
    z.string(),
    z
      .object({
        encoding: wireEncoding.optional(),
        skipPreflight: z.boolean().optional(),
        preflightCommitment: commitment.optional(),
        maxRetries: z.number().int().min(0).optional(),
        minContextSlot: z.number().int().min(0).optional(),
      })
      .optional(),
  ]),
  ({ ledger, faults }, text, config) => {
    const wire = decodeTransaction(text, config?.encoding);
    if (faults.takeDrop()) return wire.signature;
    const preflight = !(config?.skipPreflight ?? false);
    const result = ledger.submit(wire, { preflight });
    if ("refused" in result) {
      const { error } = result.refused;
      // A node accepts the same bytes again, because the transaction has had its one effect.
      if (error === "AlreadyProcessed" && ledger.recent(wire.signature) !== undefined) {
        return wire.signature;
      }
      if (preflight || error === "SignatureFailure") throw preflightFailure(result.refused);
    }
    return wire.signature;
  },
);
