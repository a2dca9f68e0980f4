import { z } from "zod";
import { context, method, slotFor, withContext } from "#services/chain/rpc/method.ts";

const LAMPORTS_PER_SIGNATURE = 5_000;

/** What programs called before `getLatestBlockhash` and `getFeeForMessage` existed. */
export const getRecentBlockhash = method(z.tuple([context.optional()]), (node, config) => {
  const slot = slotFor(node, config);
  const { blockhash } = node.ledger.blockhashAt(slot);
  return withContext(slot, {
    blockhash,
    feeCalculator: { lamportsPerSignature: LAMPORTS_PER_SIGNATURE },
  });
});

export const getFees = method(z.tuple([context.optional()]), (node, config) => {
  const slot = slotFor(node, config);
  const { blockhash, lastValidBlockHeight } = node.ledger.blockhashAt(slot);
  return withContext(slot, {
    blockhash,
    feeCalculator: { lamportsPerSignature: LAMPORTS_PER_SIGNATURE },
    lastValidBlockHeight,
    lastValidSlot: lastValidBlockHeight,
  });
});
