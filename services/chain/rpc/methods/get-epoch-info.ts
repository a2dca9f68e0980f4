import { z } from "zod";
import { context, method, slotFor } from "#services/chain/rpc/method.ts";

export const SLOTS_IN_EPOCH = 432_000;

export function epochOf(slot: number): number {
  return Math.floor(slot / SLOTS_IN_EPOCH);
}

export const getEpochInfo = method(z.tuple([context.optional()]), (node, config) => {
  const absoluteSlot = slotFor(node, config);
  return {
    absoluteSlot,
    blockHeight: absoluteSlot,
    epoch: epochOf(absoluteSlot),
    slotIndex: absoluteSlot % SLOTS_IN_EPOCH,
    slotsInEpoch: SLOTS_IN_EPOCH,
    transactionCount: node.history.count(),
  };
});
