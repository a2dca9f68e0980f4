/**
 * Sends transactions to the chain, and the same bytes again until each is final or dead. A transaction is dead when it has no status
 * with the history searched, on a node whose finalized height has passed the last height at which the transaction is valid.
 */
import {
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type Signature,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type SolanaRpcApi,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getSetComputeUnitLimitInstruction } from "@solana-program/compute-budget";

const CALL_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 300;
/** A transaction usually has its status at once. */
const FIRST_LOOK_MS = 20;
const RESEND_AFTER_MS = 2_000;
/** Statuses that a node answers at once. */
const MAX_SIGNATURES = 256;
const COMPUTE_UNITS = 300_000;
/** A machine that had no time for a while signs after the blockhash has passed. */
const MAX_SIGNINGS = 5;
const INTERNAL_ERROR = -32_603;
/** Two equal payments of one slot differ in their compute limits, because a chain runs the same bytes once. */
const DISTINCT_LIMITS = 100_000;

/** `error` is the chain's own; null for success. */
export type Landed = { slot: number; error: unknown };
/** `unwatched`: the sender was closed before it knew. */
export type Ended = ({ state: "final" } & Landed) | { state: "dead" } | { state: "unwatched" };

export type Sent = {
  signature: string;
  /** In a block, which may still be dropped. @throws TransactionDead, SenderClosed */
  landed: Promise<Landed>;
  /** Never rejects. */
  ended: Promise<Ended>;
};

/** The node refused the transaction before it ran: it has no effect and never will. */
export class TransactionRefused extends Error {}

/** The transaction can no longer get into a block, and is in none. */
export class TransactionDead extends Error {}

/** The transaction is no longer watched. */
export class SenderClosed extends Error {}

export type SendOptions = {
  /** True for a transaction that is to land although it fails. */
  skipsPreflight?: boolean;
};

type Pending = {
  wire: Base64EncodedWireTransaction;
  lastValidBlockHeight: bigint;
  sentAt: number;
  landed: PromiseWithResolvers<Landed>;
  ended: PromiseWithResolvers<Ended>;
};

export class TransactionSender {
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly #pending = new Map<Signature, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #polling = false;
  #closed = false;
  #count = Math.floor(Math.random() * DISTINCT_LIMITS);

  constructor(url: string) {
    this.rpc = createSolanaRpc(url);
  }

  /** @throws TransactionRefused; the error of the connection when the chain is away, and then nothing was sent */
  async send(
    signer: KeyPairSigner,
    instructions: readonly Instruction[],
    options: SendOptions = {},
  ): Promise<Sent> {
    for (let signings = 1; ; signings += 1) {
      try {
        return await this.#signAndSend(signer, instructions, options);
      } catch (error) {
        if (!hasPassed(error) || signings === MAX_SIGNINGS) throw error;
      }
    }
  }

  async #signAndSend(
    signer: KeyPairSigner,
    instructions: readonly Instruction[],
    { skipsPreflight = false }: SendOptions,
  ): Promise<Sent> {
    const { value: life } = await this.rpc
      .getLatestBlockhash({ commitment: "confirmed" })
      .send(inTime());
    this.#count = (this.#count + 1) % DISTINCT_LIMITS;
    const limit = getSetComputeUnitLimitInstruction({ units: COMPUTE_UNITS + this.#count });
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(signer, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
      (made) => appendTransactionMessageInstructions([...instructions, limit], made),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    const signature = getSignatureFromTransaction(transaction);
    const pending: Pending = {
      wire: getBase64EncodedWireTransaction(transaction),
      lastValidBlockHeight: life.lastValidBlockHeight,
      sentAt: performance.now(),
      landed: Promise.withResolvers(),
      ended: Promise.withResolvers(),
    };
    // A caller that does not wait for it gets no report.
    pending.landed.promise.catch(() => {});
    await this.#sendFirst(pending, skipsPreflight);
    this.#pending.set(signature, pending);
    if (this.#closed) this.close();
    this.#pollAfter(FIRST_LOOK_MS);
    return { signature, landed: pending.landed.promise, ended: pending.ended.promise };
  }

  /** Stops sending again. Transactions that are under way keep their effect. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { landed, ended } of this.#pending.values()) {
      landed.reject(new SenderClosed("the sandbox stops"));
      ended.resolve({ state: "unwatched" });
    }
    this.#pending.clear();
  }

  async #sendFirst(pending: Pending, skipPreflight: boolean): Promise<void> {
    try {
      await this.#sendBytes(pending, skipPreflight);
    } catch (error) {
      if (isRefusal(error)) throw new TransactionRefused(reasonOf(error), { cause: error });
      // It may have arrived: from here on its status decides.
    }
  }

  async #sendBytes({ wire }: Pending, skipPreflight: boolean): Promise<void> {
    await this.rpc
      .sendTransaction(wire, {
        encoding: "base64",
        skipPreflight,
        preflightCommitment: "processed",
        maxRetries: 0n,
      })
      .send(inTime());
  }

  #pollAfter(delayMs: number): void {
    if (this.#closed || this.#polling || this.#pending.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#pollAndGoOn(), delayMs);
    // What is sent needs no process that waits for it.
    this.#timer.unref();
  }

  async #pollAndGoOn(): Promise<void> {
    this.#polling = true;
    try {
      await this.#poll();
    } catch {
      // The chain is away: the next look tries again.
    } finally {
      this.#polling = false;
      this.#pollAfter(LOOK_EVERY_MS);
    }
  }

  async #poll(): Promise<void> {
    const signatures = [...this.#pending.keys()].slice(0, MAX_SIGNATURES);
    // The height first: a status that is missing after it stays missing.
    const height = await this.rpc.getBlockHeight({ commitment: "finalized" }).send(inTime());
    const { value: statuses } = await this.rpc
      .getSignatureStatuses(signatures, { searchTransactionHistory: true })
      .send(inTime());
    for (const [index, signature] of signatures.entries()) {
      const pending = this.#pending.get(signature);
      const status = statuses[index];
      if (pending === undefined) continue;
      if (status) {
        const landed = { slot: Number(status.slot), error: status.err };
        pending.landed.resolve(landed);
        if (status.confirmationStatus !== "finalized") continue;
        this.#end(signature, { state: "final", ...landed });
      } else if (height > pending.lastValidBlockHeight) {
        pending.landed.reject(new TransactionDead(`${signature} is in no block`));
        this.#end(signature, { state: "dead" });
      } else {
        await this.#sendAgain(pending);
      }
    }
  }

  #end(signature: Signature, ended: Ended): void {
    this.#pending.get(signature)?.ended.resolve(ended);
    this.#pending.delete(signature);
  }

  async #sendAgain(pending: Pending): Promise<void> {
    const now = performance.now();
    if (now - pending.sentAt < RESEND_AFTER_MS) return;
    pending.sentAt = now;
    // A refusal now says nothing about the bytes of before.
    await this.#sendBytes(pending, true).catch(() => {});
  }
}

function inTime(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
}

/** JSON-RPC errors of a node have these codes; those of the connection have others. An internal error says nothing. */
function isRefusal(error: unknown): error is Error {
  if (!isSolanaError(error)) return false;
  const { __code: code } = error.context;
  return code <= -32_000 && code >= -32_768 && code !== INTERNAL_ERROR;
}

/** Its blockhash is not valid any more, or not yet known; it was refused and never has an effect. */
function hasPassed(error: unknown): boolean {
  if (!(error instanceof TransactionRefused) || !(error.cause instanceof Error)) return false;
  return isSolanaError(error.cause.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
}

/** The library's own error says what failed, and its cause says why. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
