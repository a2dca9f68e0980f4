import { z } from "zod";
import { method, publicKey } from "#services/chain/rpc/method.ts";

const SLOTS = 150;

/** Always zero: blocks of this chain are never full, so a place costs nothing. */
export const getRecentPrioritizationFees = method(
  z.tuple([z.array(publicKey).max(128).optional()]),
  ({ ledger }) => {
    const last = ledger.slot("confirmed");
    const first = Math.max(0, last - SLOTS + 1);
    return Array.from({ length: last - first + 1 }, (_, index) => ({
      slot: first + index,
      prioritizationFee: 0,
    }));
  },
);
