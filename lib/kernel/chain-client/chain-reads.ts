/**
 * Reads of the chain for those who pay by what they find: custody, its signers and its audit, and the simulated relay. Every
 * decision rests on reads at *finalized*.
 */
import { z } from "zod";
import { ChainNode, refusalOf } from "#lib/kernel/chain-client/chain-node.ts";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { RPC_RESULTS, type RpcResult, tokenAmount } from "#lib/protocol/wire/solana-rpc.ts";

/** Signatures of one page. */
export const PAGE = 1_000;
/**
 * The highest version that a message can have. A node refuses to return transactions of a higher
 * version than the reader names, and anyone may pay the vault in one.
 */
const MAX_VERSION = 127;
const SEND_PREFLIGHT_FAILURE = -32002;

export type SignatureRow = RpcResult<"getSignaturesForAddress">[number];

/** A balance that the node did not keep is unknown, not zero, and one without an owner is nobody's. */
const tokenBalance = z.looseObject({
  accountIndex: z.number().int(),
  mint: z.string(),
  owner: z.string(),
  uiTokenAmount: tokenAmount,
});
export type TokenBalance = z.output<typeof tokenBalance>;

const parsed = RPC_RESULTS["getTransaction jsonParsed"].unwrap();
const transaction = parsed.extend({
  meta: parsed.shape.meta.extend({
    preTokenBalances: z.array(tokenBalance),
    postTokenBalances: z.array(tokenBalance),
  }),
  transaction: parsed.shape.transaction.extend({
    message: z.looseObject({
      accountKeys: z.array(z.looseObject({ pubkey: z.string() })),
      instructions: z.array(
        z.looseObject({ program: z.string().optional(), parsed: z.unknown().optional() }),
      ),
    }),
  }),
});
export type ChainTransaction = z.output<typeof transaction>;

/** `time`: the block's time in Unix milliseconds. */
export type TransactionBytes = { bytes: Uint8Array; failed: boolean; time: number };

/**
 * The outcome of a transaction. `dead` is proved: its blockhash has expired on the answering node's
 * finalized chain, and the whole history does not have it. `unknown` proves nothing.
 */
export type TransactionOutcome = "paid" | "failed" | "pending" | "dead" | "unknown";

export type Life = { blockhash: string; lastValidBlockHeight: number };

export class ChainReads {
  readonly #node: ChainNode;

  constructor(url: string, timers?: Pick<Timers, "after">) {
    this.#node = new ChainNode(url, timers);
  }

  genesisHash(): Promise<string> {
    return this.#node.ask("getGenesisHash", []);
  }

  /** The newest finalized slot and its height. */
  async finalizedHead(): Promise<{ slot: number; height: number }> {
    const params = [{ commitment: "finalized" }];
    const read = await this.#node.ask("getEpochInfo", params);
    return { slot: read.absoluteSlot, height: read.blockHeight };
  }

  /**
   * The height of the newest block, which may still be rolled back, from a node that has reached a
   * slot.
   */
  newestHeight(atLeast: number): Promise<number> {
    const config = { commitment: "processed", minContextSlot: atLeast };
    return this.#node.ask("getBlockHeight", [config]);
  }

  /**
   * A page of finalized signatures that name an account, newest first, from a node that has reached
   * `atLeast`.
   */
  signatures(
    account: string,
    before: string | undefined,
    atLeast: number,
  ): Promise<SignatureRow[]> {
    const config = {
      commitment: "finalized",
      limit: PAGE,
      minContextSlot: atLeast,
      ...(before !== undefined && { before }),
    };
    const page = RPC_RESULTS.getSignaturesForAddress.max(PAGE);
    return this.#node.call("getSignaturesForAddress", [account, config], page);
  }

  /** Null when the node does not have it as finalized. */
  transaction(signature: string): Promise<ChainTransaction | null> {
    const config = {
      commitment: "finalized",
      encoding: "jsonParsed",
      maxSupportedTransactionVersion: MAX_VERSION,
    };
    return this.#node.call("getTransaction", [signature, config], transaction.nullable());
  }

  /** The bytes of a finalized transaction; null when the node does not have it. */
  async bytes(signature: string): Promise<TransactionBytes | null> {
    const config = {
      commitment: "finalized",
      encoding: "base64",
      maxSupportedTransactionVersion: MAX_VERSION,
    };
    const found = await this.#node.ask("getTransaction base64", [signature, config]);
    if (found === null) return null;
    const { meta, blockTime, transaction: sent } = found;
    const bytes = Uint8Array.from(Buffer.from(sent[0], "base64"));
    return { bytes, failed: meta.err !== null, time: blockTime * 1_000 };
  }

  /** The balance of a token account in base units, and the finalized slot of the read. */
  async tokenBalance(account: string): Promise<{ amount: bigint; slot: number }> {
    const config = { commitment: "finalized" };
    const read = await this.#node.ask("getTokenAccountBalance", [account, config]);
    return { amount: BigInt(read.value.amount), slot: read.context.slot };
  }

  async account(
    key: string,
  ): Promise<{ owner: string; lamports: bigint; data: Uint8Array } | null> {
    const config = { commitment: "finalized", encoding: "base64" };
    const { value } = await this.#node.ask("getAccountInfo", [key, config]);
    if (value === null) return null;
    const { owner, lamports, data } = value;
    return { owner, lamports: BigInt(lamports), data: Buffer.from(data[0], "base64") };
  }

  /**
   * Up to a hundred accounts at one slot, in the order of the keys.
   * @param commitment `confirmed` shows what may still be rolled back: for pages, never for payments
   */
  async accounts(
    keys: readonly string[],
    commitment: "confirmed" | "finalized",
  ): Promise<{ slot: number; accounts: ({ owner: string; data: Uint8Array } | null)[] }> {
    const params = [keys, { commitment, encoding: "base64" }];
    const { context, value } = await this.#node.ask("getMultipleAccounts", params);
    const accounts = value.map(
      (one) => one && { owner: one.owner, data: Buffer.from(one.data[0], "base64") },
    );
    if (accounts.length === keys.length) return { slot: context.slot, accounts };
    throw new ChainUnreachable("The node answered for another number of accounts.", {
      cause: undefined,
    });
  }

  /**
   * A blockhash at *confirmed*, with its last valid height from the same answer: another node's
   * newest height would not fit.
   */
  async life(): Promise<Life> {
    const params = [{ commitment: "confirmed" }];
    return (await this.#node.ask("getLatestBlockhash", params)).value;
  }

  /** The slot at which the node accepts a blockhash; undefined if it does not. */
  async validAt(blockhash: string): Promise<number | undefined> {
    const params = [blockhash, { commitment: "processed" }];
    const { value, context } = await this.#node.ask("isBlockhashValid", params);
    return value ? context.slot : undefined;
  }

  /**
   * The head is read first: a node that knows the finalized chain up to there knows every
   * transaction that could have landed.
   * @param lastValidBlockHeight of its blockhash, or any height after it
   */
  async outcome(signature: string, lastValidBlockHeight: number): Promise<TransactionOutcome> {
    const head = await this.finalizedHead();
    const params = [[signature], { searchTransactionHistory: true }];
    const { context, value } = await this.#node.ask("getSignatureStatuses of one", params);
    const [found] = value;
    if (found === null) {
      // Another node at the same address may not have reached the head that was read.
      const isPast = head.height > lastValidBlockHeight && context.slot >= head.slot;
      return isPast ? "dead" : "unknown";
    }
    if (found.confirmationStatus !== "finalized") return "pending";
    return found.err === null ? "paid" : "failed";
  }

  /**
   * @returns whether a node accepted it. The same bytes may be sent again. @throws ChainUnreachable
   * without an answer
   */
  async send(bytes: Uint8Array): Promise<{ taken: true } | { taken: false; reason: string }> {
    const config = { encoding: "base64", preflightCommitment: "confirmed" };
    const text = Buffer.from(bytes).toString("base64");
    try {
      await this.#node.ask("sendTransaction", [text, config]);
      return { taken: true };
    } catch (error) {
      if (refusalOf(error) !== SEND_PREFLIGHT_FAILURE) throw error;
      return { taken: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): void {
    this.#node.close();
  }
}
