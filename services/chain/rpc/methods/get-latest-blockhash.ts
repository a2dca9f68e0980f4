import { z } from "zod";
import { context, method, slotFor, withContext } from "#services/chain/rpc/method.ts";

export const getLatestBlockhash = method(z.tuple([context.optional()]), (node, config) => {
  const slot = slotFor(node, config);
  return withContext(slot, node.ledger.blockhashAt(slot));
});
