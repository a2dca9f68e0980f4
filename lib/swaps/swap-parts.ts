/** The process parts of swaps and purchases: they exist where a chain, or a provider, is configured. */
import "server-only";
import { configuredChain } from "#lib/platform/chain-client/configured-chain.ts";
import { database } from "#lib/platform/db/client.ts";
import { createLeadership, type Election } from "#lib/platform/db/leadership.ts";
import { type PartContext, type ProcessPart, processPart } from "#lib/platform/process-part.ts";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { swapNode } from "./chain/swap-node.ts";
import { swapSettings } from "./chain/swap-settings.ts";
import { destinationNode } from "./cross/destination-node.ts";
import { SettlementFinder } from "./cross/find-settlement.ts";
import { followSettlements } from "./cross/follow-settlements.ts";
import { followSubmitted } from "./execute/follow-submitted.ts";
import { ChainIntake } from "./intake/follow-chain.ts";
import { deliverPurchases } from "./onramp/deliver-purchases.ts";
import { onrampSettings } from "./onramp/onramp-settings.ts";
import { TapeFeed, useTapeFeed } from "./tape/tape-feed.ts";

const ELECTION: Election = {
  lock: 5_318_008_102,
  channel: "svc_swap_intake",
  task: "follow swaps on the chain",
};
const SETTLING: Election = {
  lock: 5_318_008_103,
  channel: "svc_swap_settling",
  task: "follow swaps to another network",
};
const INTAKE_MS = 300;
const SETTLING_MS = 1_000;
const SUBMITTED_MS = 500;
const PURCHASES_MS = 1_000;

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
async function startIntake({ config: { databaseUrl }, timers, log }: PartContext) {
  const settings = await swapSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  const leadership = createLeadership({ election: ELECTION, databaseUrl, timers, log });
  let intake: ChainIntake | undefined;
  const run = async (now: number): Promise<void> => {
    if (!leadership.leading) return;
    intake ??= new ChainIntake({ db, node: await swapNode(), settings });
    await intake.run(now);
  };
  const failure = "swaps on the chain could not be read";
  const stop = startRepeatedTask({ everyMs: INTAKE_MS, run, failure }, { timers, log });
  return async () => {
    await stop();
    await leadership.release();
  };
}

/** Apart from the intake: a network that does not answer must not hold it up. */
async function startSettling({ config: { databaseUrl }, timers, log }: PartContext) {
  const settings = await swapSettings();
  const cross = settings?.cross;
  if (settings === undefined || cross === undefined) return undefined;
  const db = await database();
  const leadership = createLeadership({ election: SETTLING, databaseUrl, timers, log });
  const shared = { db, settings: { ...settings, cross }, finder: new SettlementFinder() };
  const destination = () => destinationNode(cross);
  const run = async (now: number): Promise<void> => {
    if (!leadership.leading) return;
    await followSettlements({ ...shared, source: await swapNode(), destination }, now);
  };
  const failure = "swaps to another network could not be followed";
  const stop = startRepeatedTask({ everyMs: SETTLING_MS, run, failure }, { timers, log });
  return async () => {
    await stop();
    await leadership.release();
  };
}

async function startFollowing({ timers, log }: PartContext) {
  if ((await swapSettings()) === undefined) return undefined;
  const db = await database();
  const run = async (now: number): Promise<void> => followSubmitted(db, await swapNode(), now);
  const failure = "submitted swaps could not be looked up";
  return startRepeatedTask({ everyMs: SUBMITTED_MS, run, failure }, { timers, log });
}

/** Every replica looks up what is due: a payment is looked up rarely, and by one of them. */
async function startDeliveries({ timers, log }: PartContext) {
  const settings = onrampSettings();
  if (settings === undefined) return undefined;
  const db = await database();
  const run = async (now: number): Promise<void> => {
    const chain = await configuredChain();
    if (chain !== undefined) await deliverPurchases({ db, node: chain.node, settings }, now);
  };
  const failure = "payments of purchases could not be looked up";
  return startRepeatedTask({ everyMs: PURCHASES_MS, run, failure }, { timers, log });
}
