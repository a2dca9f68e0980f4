import { z } from "zod";
import { encodeTransaction, transactionEncoding } from "#services/chain/rpc/encode-transaction.ts";
import { method, type RpcNode, slotFor } from "#services/chain/rpc/method.ts";
import { BLOCK_NOT_AVAILABLE, invalidParam, RpcFailure } from "#services/chain/rpc/rpc-failure.ts";
import { parseTransaction } from "#services/chain/vm/wire-transaction.ts";
import { transactionConfig } from "./get-transaction.ts";

export const blockConfig = transactionConfig.extend({
  transactionDetails: z.enum(["full", "signatures", "none"]).optional(),
  rewards: z.boolean().optional(),
});

export const getBlock = method(
  z.tuple([z.number().int().min(0), z.union([blockConfig, transactionEncoding]).optional()]),
  (node, slot, given) => {
    const config = typeof given === "string" ? { encoding: given } : (given ?? {});
    if (config.commitment === "processed") {
      throw invalidParam("Method does not support commitment below `confirmed`");
    }
    if (slot > slotFor(node, config)) {
      throw new RpcFailure(BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
    }
    return blockOf(node, slot, config);
  },
);

type BlockConfig = z.output<typeof blockConfig>;

/** A closed block in the JSON form of a node. */
export function blockOf({ ledger, history }: RpcNode, slot: number, config: BlockConfig) {
  const details = config.transactionDetails ?? "full";
  const stored = history.block(slot)?.transactions ?? [];
  return {
    blockhash: ledger.hashOf(slot),
    previousBlockhash: ledger.hashOf(Math.max(0, slot - 1)),
    parentSlot: Math.max(0, slot - 1),
    blockHeight: slot,
    blockTime: ledger.secondsOf(slot),
    ...(details === "signatures" && {
      signatures: stored.map(({ bytes }) => parseTransaction(bytes).signature),
    }),
    ...(details === "full" && {
      transactions: stored.map((one) => encodeTransaction(one, config)),
    }),
    rewards: [],
  };
}
