/** The process parts of swaps and purchases: they exist where a chain, or a provider, is configured. */
import "server-only";
import { configuredChain } from "#lib/platform/chain-client/configured-chain.ts";
import { database } from "#lib/platform/db/client.ts";
import { startAsLeader } from "#lib/platform/db/start-as-leader.ts";
import { type PartContext, type ProcessPart, processPart } from "#lib/platform/process-part.ts";
import { IDLE, type RepeatedTask, startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { INTAKE_ELECTION, PURCHASES_CHANNEL, SETTLING_ELECTION } from "./chain/swap-elections.ts";
import { swapNode } from "./chain/swap-node.ts";
import { swapSettings } from "./chain/swap-settings.ts";
import { destinationNode } from "./cross/destination-node.ts";
import { SettlementFinder } from "./cross/find-settlement.ts";
import { followSettlements, isAnySettling } from "./cross/follow-settlements.ts";
import { followSubmitted, isAnyToSend } from "./execute/follow-submitted.ts";
import { ChainIntake } from "./intake/follow-chain.ts";
import { deliverPurchases, isAnyToLookUp } from "./onramp/deliver-purchases.ts";
import { onrampSettings } from "./onramp/onramp-settings.ts";
import { isTapeRead, TapeFeed, useTapeFeed } from "./tape/tape-feed.ts";

/** While a swap is on its way or somebody reads the tape; else as late as a swap that was sent past the service may be seen. */
const INTAKE_MS = 300;
const IDLE_INTAKE_MS = 3_000;
const SETTLING_MS = 1_000;
const SUBMITTED_MS = 500;
const PURCHASES_MS = 1_000;
/** Work of a process that ended before it could say so, and of other replicas. */
const IDLE_MS = 10_000;

export const swapParts: readonly ProcessPart[] = [
  processPart("swaps on the chain", startIntake),
  processPart("submitted swaps", startFollowing),
  processPart("purchases on the chain", startDeliveries),
  processPart("swaps to another network", startSettling),
  processPart("tape of swaps", async ({ timers, log }) => {
    if ((await swapSettings()) === undefined) return undefined;
    const feed = new TapeFeed({ db: await database(), timers, log });
    useTapeFeed(feed);
    feed.start();
    return async () => {
      useTapeFeed(undefined);
      await feed.stop();
    };
  }),
];

/** One replica follows the chain, so that the node is asked once. */
async function startIntake(context: PartContext) {
  const settings = await swapSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  return startAsLeader(context, {
    election: INTAKE_ELECTION,
    everyMs: INTAKE_MS,
    // Readers of the tape in other replicas are not known here.
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

/** Apart from the intake: a network that does not answer must not hold it up. */
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

/** Every replica looks up what is due: a payment is looked up rarely, and by one of them. */
async function startDeliveries({ timers, log }: PartContext) {
  const settings = onrampSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  const task: RepeatedTask = {
    hears: [PURCHASES_CHANNEL],
    everyMs: PURCHASES_MS,
    idleMs: IDLE_MS,
    run: async (now) => {
      if (!(await isAnyToLookUp(db))) return IDLE;
      const chain = await configuredChain();
      if (chain === undefined) return IDLE;
      return deliverPurchases({ db, node: chain.node, settings }, now);
    },
    failure: "payments of purchases could not be looked up",
  };
  return startRepeatedTask(task, { timers, log });
}
