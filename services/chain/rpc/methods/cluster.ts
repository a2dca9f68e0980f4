/** The network as one node without stake, votes or inflation. */
import { z } from "zod";
import { nodeIdentity } from "#services/chain/rpc/identity.ts";
import {
  API_VERSION,
  context,
  method,
  noParams,
  publicKey,
  slotFor,
  withContext,
} from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import { epochOf, SLOTS_IN_EPOCH } from "./get-epoch-info.ts";
import { FEATURE_SET } from "./get-version.ts";

const MAX_LEADERS = 5_000;
/** One SOL, as at a real node. */
const LEAST_STAKE = 1_000_000_000;

export const getIdentity = method(noParams, (node) => ({ identity: nodeIdentity(node) }));

export const getClusterNodes = method(noParams, (node) => [
  {
    pubkey: nodeIdentity(node),
    gossip: null,
    tpu: null,
    tpuQuic: null,
    rpc: null,
    pubsub: null,
    version: API_VERSION,
    featureSet: FEATURE_SET,
    shredVersion: 0,
  },
]);

export const getVoteAccounts = method(noParams, () => ({ current: [], delinquent: [] }));

export const getSlotLeader = method(z.tuple([context.optional()]), (node) => nodeIdentity(node));

export const getSlotLeaders = method(
  z.tuple([z.number().int().min(0), z.number().int().min(1)]),
  (node, _first, limit) => {
    if (limit > MAX_LEADERS) throw invalidParam(`Invalid limit; max ${MAX_LEADERS}`);
    return Array.from({ length: limit }, () => nodeIdentity(node));
  },
);

/** Null for an epoch that has not begun. Nodes accept the settings in the place of the slot. */
export const getLeaderSchedule = method(
  z.tuple([
    z.union([z.number().int().min(0).nullable(), context]).optional(),
    context.extend({ identity: publicKey.optional() }).optional(),
  ]),
  (node, slot, config) => {
    const now = slotFor(node, config);
    if (typeof slot === "number" && epochOf(slot) > epochOf(now)) return null;
    const identity = nodeIdentity(node);
    if (config?.identity !== undefined && config.identity !== identity) return {};
    return { [identity]: Array.from({ length: SLOTS_IN_EPOCH }, (_, index) => index) };
  },
);

export const getEpochSchedule = method(noParams, () => ({
  slotsPerEpoch: SLOTS_IN_EPOCH,
  leaderScheduleSlotOffset: SLOTS_IN_EPOCH,
  warmup: false,
  firstNormalEpoch: 0,
  firstNormalSlot: 0,
}));

export const getInflationGovernor = method(noParams, () => ({
  initial: 0,
  terminal: 0,
  taper: 0,
  foundation: 0,
  foundationTerm: 0,
}));

export const getInflationRate = method(noParams, (node) => ({
  epoch: epochOf(slotFor(node, undefined)),
  total: 0,
  validator: 0,
  foundation: 0,
}));

export const getInflationReward = method(
  z.tuple([z.array(publicKey), z.unknown().optional()]),
  (_node, addresses) => addresses.map(() => null),
);

export const getStakeMinimumDelegation = method(z.tuple([context.optional()]), (node, config) =>
  withContext(slotFor(node, config), LEAST_STAKE),
);

/** Also answers `getMaxShredInsertSlot`: blocks of this node need no transmission. */
export const getMaxRetransmitSlot = method(noParams, ({ ledger }) => ledger.slot("processed"));

/** A chain of one node needs no snapshot of another; its own begin at genesis. */
export const getHighestSnapshotSlot = method(noParams, () => ({ full: 0, incremental: null }));
