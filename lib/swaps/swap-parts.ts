/**
 * The process parts of swaps and purchases. They run where a chain, or a provider, is configured.
 */
import "server-only";
import { IDLE, type RepeatedTask, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { database } from "#lib/platform/db/client.ts";
import { startAsLeader } from "#lib/platform/db/start-as-leader.ts";
import { configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import {
  type PartContext,
  type ProcessPart,
  processPart,
} from "#lib/platform/process/process-part.ts";
import { INTAKE_ELECTION, PURCHASES_CHANNEL, SETTLING_ELECTION } from "./chain/swap-elections.ts";
import { swapNode } from "./chain/swap-node.ts";
import { swapSettings } from "./chain/swap-settings.ts";
import { destinationNode } from "./cross/destination-node.ts";
import { SettlementFinder } from "./cross/find-settlement.ts";
import { followSettlements, isAnySettling } from "./cross/follow-settlements.ts";
import { followSubmitted, isAnyToSend } from "./execute/follow-submitted.ts";
import { ChainIntake } from "./intake/follow-chain.ts";
import { deliverPurchases, isAnyToPoll } from "./onramp/deliver-purchases.ts";
import { onrampSettings } from "./onramp/onramp-settings.ts";
import { isTapeRead, setTapeFeed, swapTapeFeed } from "./tape/tape-feed.ts";

/**
 * The interval while a swap is under way or the tape has readers. The idle interval bounds how late
 * a swap is seen that did not pass through the service.
 */
const INTAKE_MS = 300;
const IDLE_INTAKE_MS = 3_000;
const SETTLING_MS = 1_000;
const SUBMITTED_MS = 500;
const PURCHASES_MS = 1_000;
/** How late work is found whose process ended before it could notify others. */
const IDLE_MS = 10_000;

export const swapParts: readonly ProcessPart[] = [
  processPart("swaps on the chain", startIntake),
  processPart("submitted swaps", startFollowing),
  processPart("purchases on the chain", startDeliveries),
  processPart("swaps to another network", startSettling),
  processPart("tape of swaps", async ({ timers, log }) => {
    if ((await swapSettings()) === undefined) return undefined;
    const feed = swapTapeFeed({ db: await database(), timers, log });
    setTapeFeed(feed);
    feed.start();
    return async () => {
      setTapeFeed(undefined);
      await feed.stop();
    };
  }),
];

/** One replica follows the chain, so that the node gets each request once. */
async function startIntake(context: PartContext) {
  const settings = await swapSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  return startAsLeader(context, {
    election: INTAKE_ELECTION,
    everyMs: INTAKE_MS,
    // This process does not know the tape's readers in other replicas.
    idleMs: context.config.databaseUrl === undefined ? IDLE_INTAKE_MS : INTAKE_MS,
    failure: "swaps on the chain could not be read",
    begin: () => {
      let intake: ChainIntake | undefined;
      return {
        run: async (now) => {
          intake ??= new ChainIntake({ db, node: await swapNode(), settings });
          const { isWaiting } = await intake.run(now);
          return isWaiting || isTapeRead() ? undefined : IDLE;
        },
      };
    },
  });
}

/** Apart from the intake, which must not wait for the other network. */
async function startSettling(context: PartContext) {
  const settings = await swapSettings();
  const cross = settings?.cross;
  if (settings === undefined || cross === undefined) return undefined;
  const db = await database();
  const shared = { db, settings: { ...settings, cross }, finder: new SettlementFinder() };
  const destination = () => destinationNode(cross);
  return startAsLeader(context, {
    election: SETTLING_ELECTION,
    everyMs: SETTLING_MS,
    idleMs: IDLE_MS,
    failure: "swaps to another network could not be followed",
    begin: () => ({
      run: async (now) => {
        if (!(await isAnySettling(db))) return IDLE;
        return followSettlements({ ...shared, source: await swapNode(), destination }, now);
      },
    }),
  });
}

async function startFollowing({ timers, log }: PartContext) {
  if ((await swapSettings()) === undefined) return undefined;
  const db = await database();
  const task: RepeatedTask = {
    hears: [INTAKE_ELECTION.channel],
    everyMs: SUBMITTED_MS,
    idleMs: IDLE_MS,
    run: async (now) => {
      if (!(await isAnyToSend(db))) return IDLE;
      return followSubmitted(db, await swapNode(), now);
    },
    failure: "submitted swaps could not be looked up",
  };
  return startRepeatedTask(task, { timers, log });
}

/** Every replica looks up due payments. Each payment is looked up rarely, and by one replica. */
async function startDeliveries({ timers, log }: PartContext) {
  const settings = onrampSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  const task: RepeatedTask = {
    hears: [PURCHASES_CHANNEL],
    everyMs: PURCHASES_MS,
    idleMs: IDLE_MS,
    run: async (now) => {
      if (!(await isAnyToPoll(db))) return IDLE;
      const chain = await configuredChain();
      if (chain === undefined) return IDLE;
      return deliverPurchases({ db, node: chain.node, settings }, now);
    },
    failure: "payments of purchases could not be looked up",
  };
  return startRepeatedTask(task, { timers, log });
}
