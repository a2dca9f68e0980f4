/** Loops of every replica for the partner programme: ingest fees from the venue, and set discounts there. */
import "server-only";
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { setDiscounts } from "#lib/partner/referrals/set-discounts.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { FeeFeed } from "#lib/trading/venue-client/fee-feed.ts";
import { AnotherFeedError, type FeedSource, ingestFees } from "./ingest-fees.ts";

const EVERY_MS = 2_000;
/** Interval of log lines for a persistent failure. */
const SAID_EVERY_MS = 60_000;

type Surroundings = { timers: Timers; log: Pick<Logger, "error" | "warn"> };

/** Each runs every two seconds. The result stops them, after the runs that are under way, and closes the feed. */
export function startVenueLoops(
  { feed, venueUrl, isSimulated }: FeedSource & { feed: FeeFeed },
  around: Surroundings,
): () => Promise<void> {
  const waiting = new Map<string, number>();
  const stops = [
    startLoop(
      {
        name: "partner_fees",
        failure: "the venue's fees could not be taken in for the partners",
        run: (_, signal) =>
          ingestFees({ feed, venueUrl, isSimulated }, () => around.timers.now(), signal),
      },
      around,
    ),
    startLoop(
      {
        name: "partner_discounts",
        failure: "the venue could not be told of discounts",
        run: async (now, signal) => {
          const { refused } = await setDiscounts({ feed, waiting }, now, signal);
          for (const { account, error } of refused) {
            around.log.warn(
              { account, err: error },
              "the venue refused the discount of a referred wallet",
            );
          }
        },
      },
      around,
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    feed.close();
  };
}

type Loop = {
  /** Name in the metrics of polls. */
  name: string;
  failure: string;
  run: (now: number, signal: AbortSignal) => Promise<unknown>;
};

function startLoop({ name, failure, run }: Loop, { timers, log }: Surroundings) {
  const { pollersRunning, polls, pollsFailed, pollLastSuccess } = metrics();
  const complain = complainer(failure, { timers, log });
  const runOnce = async (now: number, signal: AbortSignal): Promise<void> => {
    try {
      await run(now, signal);
      pollLastSuccess.set({ poll: name, market: "" }, timers.now() / 1_000);
    } catch (error) {
      // A stop does not wait for the pause.
      if (signal.aborted) return;
      pollsFailed.inc({ poll: name });
      complain(error);
    }
    polls.inc({ poll: name });
  };
  pollersRunning.inc({ poll: name });
  const stop = startRepeatedTask({ everyMs: EVERY_MS, run: runOnce, failure }, { timers, log });
  return async (): Promise<void> => {
    await stop();
    pollersRunning.dec({ poll: name });
    pollLastSuccess.remove({ poll: name, market: "" });
  };
}

/** A changed feed needs the operator; all other failures pass when the venue or the database is back. */
function complainer(failure: string, { timers, log }: Surroundings): (error: unknown) => void {
  let said = { kind: "", at: 0 };
  return (error) => {
    const kind = error instanceof Error ? error.name : typeof error;
    const at = timers.monotonic();
    if (kind === said.kind && at - said.at < SAID_EVERY_MS) return;
    said = { kind, at };
    if (error instanceof AnotherFeedError) log.error({ err: error }, failure);
    else log.warn({ err: error }, failure);
  };
}
