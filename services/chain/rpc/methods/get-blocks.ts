/** Every slot of this chain has a block, and one node makes all of them. */
import { z } from "zod";
import { nodeIdentity } from "#services/chain/rpc/identity.ts";
import {
  type Context,
  context,
  method,
  type RpcNode,
  slotFor,
  withContext,
} from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import { epochOf, SLOTS_IN_EPOCH } from "./get-epoch-info.ts";

const MAX_SLOTS = 500_000;

const slotNumber = z.number().int().min(0);

/** Nodes accept the settings in the place of the end. */
export const getBlocks = method(
  z.tuple([slotNumber, z.union([slotNumber.nullable(), context]).optional(), context.optional()]),
  (node, first, end, config) => {
    const isEnd = typeof end === "number";
    const last = newestOf(node, (isEnd ? config : (end ?? config)) ?? undefined);
    const to = isEnd ? Math.min(end, last) : last;
    if (to - first > MAX_SLOTS) throw invalidParam(`Slot range too large; max ${MAX_SLOTS}`);
    return slotsBetween(first, to);
  },
);

export const getBlocksWithLimit = method(
  z.tuple([slotNumber, slotNumber, context.optional()]),
  (node, first, limit, config) => {
    if (limit > MAX_SLOTS) throw invalidParam(`Limit too large; max ${MAX_SLOTS}`);
    return slotsBetween(first, Math.min(first + limit - 1, newestOf(node, config)));
  },
);

/** Nobody has a stake, so none has voted. */
export const getBlockCommitment = method(z.tuple([slotNumber]), () => ({
  commitment: null,
  totalStake: 0,
}));

const productionConfig = context.extend({
  identity: z.string().optional(),
  range: z.object({ firstSlot: slotNumber, lastSlot: slotNumber.optional() }).optional(),
});

export const getBlockProduction = method(z.tuple([productionConfig.optional()]), (node, config) => {
  const slot = slotFor(node, config);
  const range = {
    firstSlot: config?.range?.firstSlot ?? epochOf(slot) * SLOTS_IN_EPOCH,
    lastSlot: Math.min(config?.range?.lastSlot ?? slot, slot),
  };
  const made = Math.max(0, range.lastSlot - range.firstSlot + 1);
  const identity = nodeIdentity(node);
  const isOther = config?.identity !== undefined && config.identity !== identity;
  return withContext(slot, { byIdentity: isOther ? {} : { [identity]: [made, made] }, range });
});

function newestOf(node: RpcNode, config: Context | undefined): number {
  if (config?.commitment === "processed")
    throw invalidParam("Method does not support commitment below `confirmed`");
  return slotFor(node, config);
}

function slotsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
