import { z } from "zod";
import { context, method, slotFor } from "#services/chain/rpc/method.ts";

/** Also answers `getBlockHeight`: every slot has a block. */
export const getSlot = method(z.tuple([context.optional()]), (node, config) =>
  slotFor(node, config),
);
