import { z } from "zod";
import { method, slotFor } from "#services/chain/rpc/method.ts";
import { BLOCK_NOT_AVAILABLE, RpcFailure } from "#services/chain/rpc/rpc-failure.ts";

export const getBlockTime = method(z.tuple([z.number().int().min(0)]), (node, slot) => {
  if (slot <= slotFor(node, { commitment: "confirmed" })) return node.ledger.secondsOf(slot);
  throw new RpcFailure(BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
});
