import { z } from "zod";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";

export const getBalance = method(z.tuple([publicKey, context.optional()]), (node, key, config) => {
  const slot = slotFor(node, config);
  return withContext(slot, Number(node.ledger.account(key, slot)?.lamports ?? 0n));
});
