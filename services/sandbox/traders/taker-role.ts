/** Common work of all takers: get funds, cancel orders of an earlier run, read the market before each step. */

import type { Role } from "./role.ts";
import type { Trader } from "./trader.ts";

type TakerHabits = {
  /** Between two steps. */
  pauseMs: number;
  /** Kept at, in 1e-9 USDC. */
  funds: bigint;
  fundingEverySteps: number;
  /** Reads the market once and acts on it. */
  trade: () => Promise<void>;
};

export function takerRole(trader: Trader, habits: TakerHabits): Role {
  let steps = 0;
  return {
    trader,
    pauseMs: habits.pauseMs,
    prepare: async () => {
      await trader.keepFunded(habits.funds);
      await trader.cancelLeftovers();
    },
    step: async () => {
      steps += 1;
      if (steps % habits.fundingEverySteps === 0) await trader.keepFunded(habits.funds);
      await trader.parts.watch.refresh();
      await habits.trade();
    },
  };
}
