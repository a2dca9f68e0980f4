/**
 * Methods of test chains only (`CHAIN_TEST_HOOKS`): forks, and a node that lags, drops or reorders.
 */
import { z } from "zod";
import { method } from "./rpc/method.ts";
import type { MethodTable } from "./rpc/methods/answer.ts";
import { invalidParam } from "./rpc/rpc-failure.ts";

const count = z.number().int().min(0);

export const TEST_HOOKS: MethodTable = {
  /** Drops the newest slots. @returns the dropped signatures */
  testRollBack: method(z.tuple([count]), async ({ ledger }, slots) => {
    try {
      return await ledger.rollBackTo(ledger.slot("processed") - 1 - slots);
    } catch (error) {
      if (error instanceof RangeError) throw invalidParam(error.message);
      throw error;
    }
  }),
  /** Sets the given faults. The others stay. */
  testFaults: method(
    z.tuple([z.object({ lag: count.max(32), drops: count, reorders: z.boolean() }).partial()]),
    ({ faults }, wanted) => {
      faults.lag = wanted.lag ?? faults.lag;
      faults.drops = wanted.drops ?? faults.drops;
      faults.reorders = wanted.reorders ?? faults.reorders;
      return { lag: faults.lag, drops: faults.drops, reorders: faults.reorders };
    },
  ),
};
