/** What every taker does around its trading: get funds, leave no order of an earlier run, look at the market first. */
import type { Desk } from "./desk.ts";
import type { Role } from "./role.ts";

type TakerHabits = {
  /** Between two steps. */
  pauseMs: number;
  /** Kept at, in 1e-9 USDC. */
  funds: bigint;
  fundingEverySteps: number;
  /** One look at the market and what follows from it. */
  trade: () => Promise<void>;
};

export function takerRole(desk: Desk, habits: TakerHabits): Role {
  let steps = 0;
  return {
    desk,
    pauseMs: habits.pauseMs,
    prepare: async () => {
      await desk.keepFunded(habits.funds);
      await desk.cancelLeftovers();
    },
    step: async () => {
      steps += 1;
      if (steps % habits.fundingEverySteps === 0) await desk.keepFunded(habits.funds);
      await desk.parts.watch.refresh();
      await habits.trade();
    },
  };
}
