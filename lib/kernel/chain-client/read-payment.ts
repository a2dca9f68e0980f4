/**
 * Reads a payment from the chain. The service signs nothing: an operator pays elsewhere and enters the transaction's signature. Only
 * finalized transactions count, because the others can still be undone.
 */

import type { Timers } from "#lib/kernel/time/timers.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import { RPC_RESULTS, type RpcResult } from "#lib/protocol/wire/solana-rpc.ts";
import { type Question, type RpcAnswer, unexpected } from "./_rpc.ts";
import { ChainNode } from "./chain-node.ts";
import { ChainUnreachable } from "./chain-unreachable.ts";

export type { RpcAnswer } from "./_rpc.ts";

export type PaymentQuestion = {
  /** The signature of the transaction, base58. */
  signature: string;
  /** The wallet that owns the token accounts, base58; not a token account itself. */
  recipient: string;
  /** Base58. */
  mint: string;
};

/** `blockTime`: Unix milliseconds, whole seconds. */
export type Payment =
  /** The chain does not know the signature: not yet, or never. */
  | { state: "unknown" }
  /** Seen, but not finalized. */
  | { state: "pending" }
  /** Finalized without an effect; `reason` is the chain's own error. `blockTime`: Unix milliseconds, whole seconds. */
  | { state: "failed"; slot: number; blockTime: number | null; reason: string }
  | {
      state: "final";
      slot: number;
      blockTime: number | null;
      /**
       * By how much the recipient's token accounts of the mint grew, in its base units (1e-6 USDC): 0 when nothing arrived, less when more
       * left them.
       */
      amount: bigint;
    };

export type ChainClient = {
  /** @throws ChainUnreachable, and nothing else: then nothing is known */
  readPayment(question: PaymentQuestion): Promise<Payment>;
  /** Names the network, base58; see `GENESIS_HASH`. @throws ChainUnreachable, and nothing else */
  readGenesisHash(): Promise<string>;
  /** What a token account holds at the newest finalized slot. @throws ChainUnreachable, and nothing else */
  readTokenBalance(account: string): Promise<TokenAccountBalance>;
  /**
   * Asks the node as it is. An error of the node is an answer, and so is one of ours when its answer has more than `maxBytes`, by default
   * 4,000,000. @throws ChainUnreachable, and nothing else
   */
  call(question: Question, maxBytes?: number): Promise<RpcAnswer>;
  /** Closes idle connections. */
  close(): void;
};

/** `amount`: base units of the mint. */
export type TokenAccountBalance = { amount: bigint; slot: number };

export type ChainClientOptions = {
  /** JSON-RPC address of a Solana node. It may contain a key, so messages name only its host. */
  url: string;
  timers?: Pick<Timers, "after">;
};

const LONGEST_REASON = 200;

type Transaction = NonNullable<RpcResult<"getTransaction jsonParsed">>;
type TokenBalance = NonNullable<Transaction["meta"]["preTokenBalances"]>[number];
/** Whether the node has seen it is all that counts. */
const statusesAnswer = RPC_RESULTS["getSignatureStatuses of one"].pick({ value: true });

/** Reads a Solana chain. Each call takes at most 5 s and 1 MB. */
export function createChainClient({ url, timers }: ChainClientOptions): ChainClient {
  const node = new ChainNode(url, timers);
  return {
    readPayment: (question) => readPayment(node, question),
    readGenesisHash: () => node.ask("getGenesisHash", []),
    readTokenBalance: (account) => readTokenBalance(node, account),
    call: (question, maxBytes) => node.pass(question, maxBytes),
    close: () => node.close(),
  };
}

async function readTokenBalance(node: ChainNode, account: string): Promise<TokenAccountBalance> {
  const params = [account, { commitment: "finalized" }];
  const { context, value } = await node.ask("getTokenAccountBalance", params);
  return { amount: BigInt(value.amount), slot: context.slot };
}

async function readPayment(node: ChainNode, question: PaymentQuestion): Promise<Payment> {
  const { signature } = question;
  if (!isSignature(signature)) return { state: "unknown" };
  const config = {
    encoding: "jsonParsed",
    commitment: "finalized",
    maxSupportedTransactionVersion: 0,
  };
  const found = await node.ask("getTransaction jsonParsed", [signature, config]);
  if (found === null) return { state: (await isSeen(node, signature)) ? "pending" : "unknown" };
  try {
    return paymentOf(found, question);
  } catch (cause) {
    throw new ChainUnreachable(`the transaction ${signature} cannot be read`, { cause });
  }
}

/** A transaction that was finalized after `getTransaction` answered counts as seen: the next read finds it. */
async function isSeen(node: ChainNode, signature: string): Promise<boolean> {
  const params = [[signature], { searchTransactionHistory: true }];
  const { value } = await node.call("getSignatureStatuses", params, statusesAnswer);
  return value[0] !== null;
}

function paymentOf(found: Transaction, question: PaymentQuestion): Payment {
  const { slot, meta, transaction } = found;
  const blockTime = typeof found.blockTime === "number" ? found.blockTime * 1_000 : null;
  if (transaction.signatures[0] !== question.signature) throw unexpected("another transaction");
  if (meta.err !== null) return { state: "failed", slot, blockTime, reason: reasonOf(meta.err) };
  return {
    state: "final",
    slot,
    blockTime,
    amount: held(meta.postTokenBalances, question) - held(meta.preTokenBalances, question),
  };
}

/** Accounts that a transaction creates have no balance before it; those that it closes have none after it. */
function held(
  balances: readonly TokenBalance[] | null | undefined,
  { recipient, mint }: PaymentQuestion,
): bigint {
  // A balance that the node did not keep is unknown, not zero.
  if (!balances) throw unexpected("no token balances");
  let sum = 0n;
  for (const balance of balances) {
    if (balance.mint !== mint) continue;
    if (balance.owner === undefined) throw unexpected("a token balance without an owner");
    if (balance.owner === recipient) sum += BigInt(balance.uiTokenAmount.amount);
  }
  return sum;
}

function reasonOf(error: string | object): string {
  const text = typeof error === "string" ? error : JSON.stringify(error);
  return text.slice(0, LONGEST_REASON);
}
