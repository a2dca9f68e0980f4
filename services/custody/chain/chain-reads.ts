/** What custody, signers and audit read of the chain. Everything that decides something is read at *finalized*. */
import { z } from "zod";
import { ChainNode, refusalOf } from "#lib/platform/chain-client/chain-node.ts";
import type { Timers } from "#lib/platform/timers.ts";

/** Signatures of one page. */
export const PAGE = 1_000;
const SEND_PREFLIGHT_FAILURE = -32002;

const slot = z.number().int().min(0);
const inContext = <Value extends z.ZodType>(value: Value) =>
  z.looseObject({ context: z.looseObject({ slot }), value });

const signatureRow = z.looseObject({
  signature: z.string(),
  slot,
  err: z.unknown(),
  blockTime: z.number().int().nullish(),
});
export type SignatureRow = z.output<typeof signatureRow>;

const tokenBalance = z.looseObject({
  accountIndex: z.number().int(),
  mint: z.string(),
  owner: z.string(),
  uiTokenAmount: z.looseObject({ amount: z.string().regex(/^\d{1,20}$/) }),
});
export type TokenBalance = z.output<typeof tokenBalance>;

const transaction = z.looseObject({
  slot,
  blockTime: z.number().int().nullish(),
  meta: z.looseObject({
    err: z.unknown(),
    preTokenBalances: z.array(tokenBalance),
    postTokenBalances: z.array(tokenBalance),
  }),
  transaction: z.looseObject({
    signatures: z.array(z.string()).min(1),
    message: z.looseObject({
      accountKeys: z.array(z.looseObject({ pubkey: z.string() })),
      instructions: z.array(
        z.looseObject({ program: z.string().optional(), parsed: z.unknown().optional() }),
      ),
    }),
  }),
});
export type ChainTransaction = z.output<typeof transaction>;

const status = z.looseObject({
  slot,
  err: z.unknown(),
  confirmationStatus: z.enum(["processed", "confirmed", "finalized"]),
});

const encoded = z.looseObject({
  /** Unix seconds. */
  blockTime: z.number().int(),
  meta: z.looseObject({ err: z.unknown() }),
  transaction: z.tuple([z.string(), z.literal("base64")]),
});
/** `time`: of its block, in Unix milliseconds. */
export type TransactionBytes = { bytes: Uint8Array; failed: boolean; time: number };

const accountInfo = z.looseObject({
  owner: z.string(),
  lamports: z.number(),
  data: z.tuple([z.string(), z.literal("base64")]),
});

/**
 * What became of a transaction. `dead` is proved: its blockhash has expired on the answering node's finalized chain, and the whole
 * history does not have it. `unknown` proves nothing.
 */
export type Outcome = "paid" | "failed" | "pending" | "dead" | "unknown";

export type Life = { blockhash: string; lastValidBlockHeight: number };

export class ChainReads {
  readonly #node: ChainNode;

  constructor(url: string, timers?: Pick<Timers, "after">) {
    this.#node = new ChainNode(url, timers);
  }

  genesisHash(): Promise<string> {
    return this.#node.call("getGenesisHash", [], z.string());
  }

  /** The newest finalized slot and its height. */
  async finalizedHead(): Promise<{ slot: number; height: number }> {
    const head = z.looseObject({ absoluteSlot: slot, blockHeight: slot });
    const read = await this.#node.call("getEpochInfo", [{ commitment: "finalized" }], head);
    return { slot: read.absoluteSlot, height: read.blockHeight };
  }

  /** The height of the newest block, which may still be rolled back, of a node that has reached a slot. */
  newestHeight(atLeast: number): Promise<number> {
    const config = { commitment: "processed", minContextSlot: atLeast };
    return this.#node.call("getBlockHeight", [config], slot);
  }

  /** A page of finalized signatures that name an account, newest first, of a node that has reached `atLeast`. */
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
    const page = z.array(signatureRow).max(PAGE);
    return this.#node.call("getSignaturesForAddress", [account, config], page);
  }

  /** Null when the node does not have it finalized. */
  transaction(signature: string): Promise<ChainTransaction | null> {
    const config = {
      commitment: "finalized",
      encoding: "jsonParsed",
      maxSupportedTransactionVersion: 0,
    };
    return this.#node.call("getTransaction", [signature, config], transaction.nullable());
  }

  /** The bytes of a finalized transaction; null when the node does not have it. */
  async bytes(signature: string): Promise<TransactionBytes | null> {
    const config = {
      commitment: "finalized",
      encoding: "base64",
      maxSupportedTransactionVersion: 0,
    };
    const found = await this.#node.call("getTransaction", [signature, config], encoded.nullable());
    if (found === null) return null;
    const { meta, blockTime, transaction: sent } = found;
    const bytes = Uint8Array.from(Buffer.from(sent[0], "base64"));
    return { bytes, failed: meta.err !== null, time: blockTime * 1_000 };
  }

  /** Base units of a token account, and the finalized slot at which it held them. */
  async tokenBalance(account: string): Promise<{ amount: bigint; slot: number }> {
    const answer = inContext(z.looseObject({ amount: z.string().regex(/^\d{1,20}$/) }));
    const config = { commitment: "finalized" };
    const read = await this.#node.call("getTokenAccountBalance", [account, config], answer);
    return { amount: BigInt(read.value.amount), slot: read.context.slot };
  }

  async account(
    key: string,
  ): Promise<{ owner: string; lamports: bigint; data: Uint8Array } | null> {
    const config = { commitment: "finalized", encoding: "base64" };
    const answer = inContext(accountInfo.nullable());
    const { value } = await this.#node.call("getAccountInfo", [key, config], answer);
    if (value === null) return null;
    const { owner, lamports, data } = value;
    return { owner, lamports: BigInt(lamports), data: Buffer.from(data[0], "base64") };
  }

  /** At *confirmed*: its own last valid height belongs to it, not to another node's newest. */
  async life(): Promise<Life> {
    const answer = inContext(z.looseObject({ blockhash: z.string(), lastValidBlockHeight: slot }));
    const config = { commitment: "confirmed" };
    const { value } = await this.#node.call("getLatestBlockhash", [config], answer);
    return value;
  }

  /** The slot at which the node takes a blockhash; undefined when it does not. */
  async validAt(blockhash: string): Promise<number | undefined> {
    const config = { commitment: "processed" };
    const answer = inContext(z.boolean());
    const { value, context } = await this.#node.call(
      "isBlockhashValid",
      [blockhash, config],
      answer,
    );
    return value ? context.slot : undefined;
  }

  /**
   * @param lastValidBlockHeight of its blockhash, or any height after it
   * The head is read first: a node that knows the finalized chain up to there knows every transaction that could have landed.
   */
  async outcome(signature: string, lastValidBlockHeight: number): Promise<Outcome> {
    const head = await this.finalizedHead();
    const answer = inContext(z.tuple([status.nullable()]));
    const params = [[signature], { searchTransactionHistory: true }];
    const { context, value } = await this.#node.call("getSignatureStatuses", params, answer);
    const [found] = value;
    if (found === null) {
      // Another node behind the same address may be behind the head that was read.
      const isPast = head.height > lastValidBlockHeight && context.slot >= head.slot;
      return isPast ? "dead" : "unknown";
    }
    if (found.confirmationStatus !== "finalized") return "pending";
    return found.err === null ? "paid" : "failed";
  }

  /** @returns whether a node took it; the same bytes may be sent again. @throws ChainUnreachable without an answer */
  async send(bytes: Uint8Array): Promise<{ taken: true } | { taken: false; reason: string }> {
    const config = { encoding: "base64", preflightCommitment: "confirmed" };
    const text = Buffer.from(bytes).toString("base64");
    try {
      await this.#node.call("sendTransaction", [text, config], z.string());
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
