import { z } from "zod";
import { encodeTransaction, transactionEncoding } from "#services/chain/rpc/encode-transaction.ts";
import { commitment, method, signature, slotFor } from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

export const transactionConfig = z.object({
  commitment: commitment.optional(),
  encoding: transactionEncoding.optional(),
  maxSupportedTransactionVersion: z.number().int().min(0).optional(),
});

/** Nodes accept a bare encoding instead of the settings. */
export const getTransaction = method(
  z.tuple([signature, z.union([transactionConfig, transactionEncoding]).optional()]),
  (node, text, given) => {
    const config = typeof given === "string" ? { encoding: given } : (given ?? {});
    if (config.commitment === "processed") {
      throw invalidParam("Method does not support commitment below `confirmed`");
    }
    const stored = node.history.transaction(text);
    if (stored === undefined || stored.slot > slotFor(node, config)) return null;
    const { slot } = stored;
    return { ...encodeTransaction(stored, config), slot, blockTime: node.ledger.secondsOf(slot) };
  },
);
