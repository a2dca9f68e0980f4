/** Looks up submitted payments every ten seconds, in every replica, when a chain is configured. */
import "server-only";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { config } from "#lib/platform/config/config.ts";
import { confirmPayments } from "./confirm-payments.ts";

/** The result stops it, after the run that is under way. */
export function startPaymentLoop(around: TaskSurroundings): () => Promise<void> {
  if (config().chain === undefined) return async () => {};
  /** Problems that were logged, each once. */
  const logged = new Set<string>();
  const run = async (now: number, signal: AbortSignal): Promise<void> => {
    const { problems } = await confirmPayments(now, signal);
    for (const { settlementId, refusal } of problems) {
      if (logged.has(settlementId)) continue;
      logged.add(settlementId);
      around.log.warn(
        { settlementId, err: refusal },
        "a payment to a partner needs a check by the operator",
      );
    }
  };
  const failure = "payments to partners could not be looked up";
  return startRepeatedTask({ everyMs: 10_000, run, failure }, around);
}
