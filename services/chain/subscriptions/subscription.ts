/** What a client can subscribe to (https://solana.com/docs/rpc/websocket), and when it is told. */
import { z } from "zod";
import type { LedgerTransaction } from "#services/chain/ledger/block-runner.ts";
import type { Commitment } from "#services/chain/ledger/ledger.ts";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import {
  commitment,
  commitmentOf,
  parseParams,
  publicKey,
  type RpcNode,
  signature,
  withContext,
} from "#services/chain/rpc/method.ts";
import { mintLook } from "#services/chain/rpc/mint-look.ts";

/** What happened on the chain at a commitment. */
export type Progress = {
  commitment: Commitment;
  /** The newest slot at that commitment. */
  slot: number;
  /** Transactions that reached it, in their order. */
  transactions: readonly LedgerTransaction[];
  /** Accounts that changed on the way. */
  changed: ReadonlySet<string>;
};

export type Subscription = {
  /** The name of its notifications. */
  notification: string;
  /** The answers that this progress gives. */
  results: (progress: Progress) => unknown[];
  /** Answers that are due when the subscription begins. */
  atOnce?: () => unknown[];
  /** Ends with its last notification. */
  once?: boolean;
};

type Make = (node: RpcNode, params: unknown[]) => Subscription;

const options = z.object({ commitment: commitment.optional() });

export const SUBSCRIPTIONS: Partial<Record<string, Make>> = {
  signatureSubscribe,
  accountSubscribe,
  logsSubscribe,
  slotSubscribe: () => ({
    notification: "slotNotification",
    results: ({ commitment: at, slot }) =>
      at === "processed" ? [{ parent: slot - 1, root: Math.max(0, slot - 32), slot }] : [],
  }),
  rootSubscribe: () => ({
    notification: "rootNotification",
    results: ({ commitment: at, slot }) => (at === "finalized" ? [slot] : []),
  }),
};

const signatureParams = z.tuple([
  signature,
  options.extend({ enableReceivedNotification: z.boolean().optional() }).optional(),
]);

function signatureSubscribe(node: RpcNode, given: unknown[]): Subscription {
  const [wanted, config] = parseParams(signatureParams, given);
  const level = config?.commitment ?? "finalized";
  const find = () => {
    const found = node.ledger.recent(wanted) ?? node.history.status(wanted);
    const reached = found && commitmentOf(node, found.slot);
    if (found === undefined || reached === undefined || !isAtLeast(reached, level)) return [];
    return [withContext(found.slot, { err: found.error })];
  };
  return { notification: "signatureNotification", results: find, atOnce: find, once: true };
}

const accountParams = z.tuple([publicKey, accountConfig.optional()]);

function accountSubscribe(node: RpcNode, given: unknown[]): Subscription {
  const [key, config] = parseParams(accountParams, given);
  const level = config?.commitment ?? "finalized";
  return {
    notification: "accountNotification",
    results: (progress) => {
      if (progress.commitment !== level || !progress.changed.has(key)) return [];
      const { slot } = progress;
      const state = node.ledger.account(key, slot) ?? GONE;
      return [withContext(slot, encodeAccount(state, config, mintLook(node, slot)))];
    },
  };
}

/** An account that was closed is told as one without lamports. */
const GONE = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: "11111111111111111111111111111111",
  executable: false,
};

const logsParams = z.tuple([
  z.union([
    z.enum(["all", "allWithVotes"]),
    z.object({ mentions: z.array(publicKey).length(1, "only 1 address supported") }),
  ]),
  options.optional(),
]);

function logsSubscribe(_node: RpcNode, given: unknown[]): Subscription {
  const [filter, config] = parseParams(logsParams, given);
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
