import { z } from "zod";
import { context, method, slotFor } from "#services/chain/rpc/method.ts";

const SLOTS_IN_EPOCH = 432_000;

export const getEpochInfo = method(z.tuple([context.optional()]), (node, config) => {
  const absoluteSlot = slotFor(node, config);
  return {
    absoluteSlot,
    blockHeight: absoluteSlot,
    epoch: Math.floor(absoluteSlot / SLOTS_IN_EPOCH),
    slotIndex: absoluteSlot % SLOTS_IN_EPOCH,
    slotsInEpoch: SLOTS_IN_EPOCH,
    transactionCount: node.history.count(),
  };
});
