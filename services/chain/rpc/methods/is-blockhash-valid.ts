import { z } from "zod";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";

export const isBlockhashValid = method(
  z.tuple([publicKey, context.optional()]),
  (node, hash, config) => {
    const slot = slotFor(node, config);
    return withContext(slot, node.ledger.isValid(hash, slot));
  },
);
