/**
 * What a client can subscribe to (https://solana.com/docs/rpc/websocket), and when it is notified.
 */
import { z } from "zod";
import type { LedgerTransaction } from "#services/chain/ledger/block-runner.ts";
import type { Commitment } from "#services/chain/ledger/ledger.ts";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import {
  commitment,
  findCommitment,
  parseRpcParams,
  publicKey,
  type RpcNode,
  signature,
  withContext,
} from "#services/chain/rpc/method.ts";
import { blockConfig, blockOf } from "#services/chain/rpc/methods/get-block.ts";
import {
  accountFilter,
  programAccountsConfig,
} from "#services/chain/rpc/methods/get-program-accounts.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

/** New progress of the chain at a commitment. */
export type ChainProgress = {
  commitment: Commitment;
  /** The newest slot at that commitment. */
  slot: number;
  /** Transactions that reached it, in order. */
  transactions: readonly LedgerTransaction[];
  /** Accounts that changed since the last progress. */
  changed: ReadonlySet<string>;
};

export type RpcSubscription = {
  /** The name of its notifications. */
  notification: string;
  /** The notifications that follow from this progress. */
  results: (progress: ChainProgress) => unknown[];
  /** Notifications that are due when the subscription begins. */
  atOnce?: () => unknown[];
  /** True: the subscription ends after its first notification. */
  once?: boolean;
};

type Make = (node: RpcNode, params: unknown[]) => RpcSubscription;

const options = z.object({ commitment: commitment.optional() });

export const RPC_SUBSCRIPTIONS: Partial<Record<string, Make>> = {
  signatureSubscribe,
  accountSubscribe,
  programSubscribe,
  logsSubscribe,
  blockSubscribe,
  slotSubscribe: () => ({
    notification: "slotNotification",
    results: ({ commitment: at, slot }) =>
      at === "processed" ? [{ parent: slot - 1, root: Math.max(0, slot - 32), slot }] : [],
  }),
  slotsUpdatesSubscribe: () => ({
    notification: "slotsUpdatesNotification",
    results: ({ commitment: at, slot }) => {
      const timestamp = Date.now();
      if (at === "processed") return [{ type: "createdBank", parent: slot - 1, slot, timestamp }];
      return [{ type: at === "confirmed" ? "optimisticConfirmation" : "root", slot, timestamp }];
    },
  }),
  // Nobody votes on this chain.
  voteSubscribe: () => ({ notification: "voteNotification", results: () => [] }),
  rootSubscribe: () => ({
    notification: "rootNotification",
    results: ({ commitment: at, slot }) => (at === "finalized" ? [slot] : []),
  }),
};

const signatureParams = z.tuple([
  signature,
  options.extend({ enableReceivedNotification: z.boolean().optional() }).optional(),
]);

function signatureSubscribe(node: RpcNode, given: unknown[]): RpcSubscription {
  const [wanted, config] = parseRpcParams(signatureParams, given);
  const level = config?.commitment ?? "finalized";
  const find = () => {
    const found = node.ledger.recent(wanted) ?? node.history.status(wanted);
    const reached = found && findCommitment(node, found.slot);
    if (found === undefined || reached === undefined || !isAtLeast(reached, level)) return [];
    return [withContext(found.slot, { err: found.error })];
  };
  return { notification: "signatureNotification", results: find, atOnce: find, once: true };
}

const accountParams = z.tuple([publicKey, accountConfig.optional()]);

function accountSubscribe(node: RpcNode, given: unknown[]): RpcSubscription {
  const [key, config] = parseRpcParams(accountParams, given);
  const level = config?.commitment ?? "finalized";
  return {
    notification: "accountNotification",
    results: (progress) => {
      if (progress.commitment !== level || !progress.changed.has(key)) return [];
      const { slot } = progress;
      const state = node.ledger.account(key, slot) ?? GONE;
      return [withContext(slot, encodeAccount(state, config, mintFinder(node, slot)))];
    },
  };
}

/** A closed account is reported as one without lamports. */
const GONE = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: "11111111111111111111111111111111",
  executable: false,
};

const programParams = z.tuple([publicKey, programAccountsConfig.optional()]);

function programSubscribe(node: RpcNode, given: unknown[]): RpcSubscription {
  const [program, config] = parseRpcParams(programParams, given);
  const level = config?.commitment ?? "finalized";
  const passes = accountFilter(config);
  return {
    notification: "programNotification",
    results: ({ commitment: at, changed, slot }) => {
      if (at !== level) return [];
      const mintOf = mintFinder(node, slot);
      return [...changed].flatMap((key) => {
        const state = node.ledger.account(key, slot);
        if (state?.owner !== program || !passes(state)) return [];
        return [withContext(slot, { pubkey: key, account: encodeAccount(state, config, mintOf) })];
      });
    },
  };
}

const blockParams = z.tuple([
  z.union([z.literal("all"), z.object({ mentionsAccountOrProgram: publicKey })]),
  blockConfig.extend({ showRewards: z.boolean().optional() }).optional(),
]);

function blockSubscribe(node: RpcNode, given: unknown[]): RpcSubscription {
  const [filter, config] = parseRpcParams(blockParams, given);
  const level = config?.commitment ?? "finalized";
  if (level === "processed")
    throw invalidParam("Method does not support commitment below `confirmed`");
  const mentioned = filter === "all" ? undefined : filter.mentionsAccountOrProgram;
  let last = node.ledger.slot(level);
  return {
    notification: "blockNotification",
    results: ({ commitment: at, slot, transactions }) => {
      if (at !== level) return [];
      const first = last + 1;
      last = slot;
      const wanted = new Set(
        mentioned === undefined
          ? Array.from({ length: Math.max(0, slot - first + 1) }, (_, index) => first + index)
          : transactions.filter(({ keys }) => keys.includes(mentioned)).map((one) => one.slot),
      );
      return [...wanted].map((one) =>
        withContext(one, { slot: one, err: null, block: blockOf(node, one, config ?? {}) }),
      );
    },
  };
}

const logsParams = z.tuple([
  z.union([
    z.enum(["all", "allWithVotes"]),
    z.object({ mentions: z.array(publicKey).length(1, "only 1 address supported") }),
  ]),
  options.optional(),
]);

function logsSubscribe(_node: RpcNode, given: unknown[]): RpcSubscription {
  const [filter, config] = parseRpcParams(logsParams, given);
  const level = config?.commitment ?? "finalized";
  const mentioned = typeof filter === "string" ? undefined : filter.mentions[0];
  return {
    notification: "logsNotification",
    results: (progress) => {
      if (progress.commitment !== level) return [];
      const wanted = progress.transactions.filter(
        ({ keys }) => mentioned === undefined || keys.includes(mentioned),
      );
      return wanted.map((one) =>
        withContext(one.slot, { signature: one.signature, err: one.error, logs: one.meta.logs }),
      );
    },
  };
}

const ORDER: readonly Commitment[] = ["processed", "confirmed", "finalized"];

function isAtLeast(reached: Commitment, wanted: Commitment): boolean {
  return ORDER.indexOf(reached) >= ORDER.indexOf(wanted);
}
