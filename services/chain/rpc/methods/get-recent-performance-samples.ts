import { z } from "zod";
import { method } from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

const SECONDS = 60;
const MOST = 720;

/** A sample of each whole minute, the newest first. Nobody votes, so every transaction counts as one of users. */
export const getRecentPerformanceSamples = method(
  z.tuple([z.number().int().min(0).optional()]),
  ({ ledger, history }, limit = MOST) => {
    if (limit > MOST) throw invalidParam(`Invalid limit; max ${MOST}`);
    const newest = ledger.slot("confirmed");
    const slots = ledger.slotsIn(SECONDS);
    const count = Math.min(limit, Math.floor(newest / slots));
    return Array.from({ length: count }, (_, index) => {
      const slot = newest - index * slots;
      const transactions = history.countBetween(slot - slots + 1, slot);
      return {
        slot,
        numSlots: slots,
        numTransactions: transactions,
        numNonVoteTransactions: transactions,
        samplePeriodSecs: SECONDS,
      };
    });
  },
);
