/**
 * Pays one withdrawal on the chain. Its state is at the venue and on the chain, so a restart
 * continues from there. Another transaction follows only when the one before is proved dead.
 */
import { sign } from "node:crypto";
import { base58 } from "@scure/base";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import type { CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import type { SignerKeyPair } from "#services/custody/vault/key-pair.ts";
import { paymentMessage, readEnvelope } from "#services/custody/vault/payment.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VerifiedWithdrawal } from "#services/custody/vault/verify-withdrawal.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import type { SignerPool, SignerSeat } from "./signer-pool.ts";

const TOKEN_OWNER_AT = 32;
const TOKEN_STATE_AT = 108;
const FROZEN = 2;
/** Attempts without an extra wait. Each of them waits until the one before is dead. */
const FREE_ATTEMPTS = 4;
const FIRST_WAIT_MS = 30_000;
const MAX_DOUBLINGS = 7;

export type PayParts = {
  chain: ChainReads;
  venue: Pick<CustodyVenueClient, "reportSent" | "reportSettled" | "reportReturned">;
  history: VaultHistory;
  signers: SignerPool;
  /** Pays the network's fees, and signs only for that. */
  feePayer: SignerKeyPair;
  now: () => number;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/** An attempt in memory: its signers and, when both have signed, its bytes. */
type Attempt = {
  signature: string;
  message: Uint8Array;
  feePayerSignature: Uint8Array;
  pair: readonly [SignerSeat, SignerSeat];
  bytes: Uint8Array | undefined;
};

/**
 * Which payments may begin: all, and those that open a token account. Opening one needs a higher
 * balance.
 */
export type MayBegin = { pay: boolean; open: boolean };

function lackOfAccount(opensAccount: boolean): string | undefined {
  return opensAccount
    ? undefined
    : "this wallet has no USDC account: open one, or sign a withdrawal that opens it";
}

/**
 * An account that exists must not be paid for. Once an attempt was signed, that attempt may have
 * opened it.
 */
function uselessOpening(opensAccount: boolean): string | undefined {
  return opensAccount
    ? "this wallet has a USDC account: sign a withdrawal that opens none"
    : undefined;
}

/** @param data of a token account. @returns why it cannot be paid into */
function faultOf(data: Uint8Array, account: string): string | undefined {
  const owner = base58.encode(data.subarray(TOKEN_OWNER_AT, TOKEN_OWNER_AT + 32));
  if (owner !== account) return "the token account of this wallet belongs to somebody else";
  return data[TOKEN_STATE_AT] === FROZEN ? "the token account of this wallet is frozen" : undefined;
}

export class Payments {
  readonly #parts: PayParts;
  /** By withdrawal. After a restart they are unknown, so custody waits until they are dead. */
  readonly #attempts = new Map<string, Attempt>();
  /** Until when each withdrawal waits whose attempts died. */
  readonly #waits = new Map<string, number>();

  constructor(parts: PayParts) {
    this.#parts = parts;
  }

  /**
   * Takes the next step.
   * @param may what may begin now. Payments that have begun continue
   */
  async step(
    record: CustodyWithdrawal,
    verified: VerifiedWithdrawal,
    may: MayBegin,
  ): Promise<void> {
    const { history, chain } = this.#parts;
    const [payment] = history.payments(record.digest);
    if (payment !== undefined) return this.#settle(record, payment.signature);
    const last = record.attempts.at(-1);
    if (last !== undefined) {
      const outcome = await chain.outcome(last.signature, last.last_valid_block_height);
      // The next pass will see it in the history.
      if (outcome === "paid" || outcome === "pending") return;
      if (outcome === "unknown") return this.#goOn(record.id, last.signature);
    }
    this.#attempts.delete(record.id);
    if (!(verified.opensAccount ? may.open : may.pay) || this.#mustWait(record)) return;
    if (await this.#cannotBePaid(record, verified)) return;
    this.#waits.delete(record.id);
    await this.#begin(record, verified);
  }

  async #settle({ id }: CustodyWithdrawal, signature: string): Promise<void> {
    await this.#parts.venue.reportSettled(id, signature);
    this.#attempts.delete(id);
    this.#parts.log.info({ withdrawal: id, signature }, "a withdrawal is settled");
  }

  /**
   * The more attempts have died, the longer the wait for the next: another attempt does not remove
   * the cause.
   */
  #mustWait({ id, attempts }: CustodyWithdrawal): boolean {
    if (attempts.length < FREE_ATTEMPTS) return false;
    const now = this.#parts.now();
    const known = this.#waits.get(id);
    if (known !== undefined) return now < known;
    const factor = 2 ** Math.min(attempts.length - FREE_ATTEMPTS, MAX_DOUBLINGS);
    this.#waits.set(id, now + FIRST_WAIT_MS * factor);
    return true;
  }

  /**
   * Custody does not try for ever to pay into an unusable token account. Before the first attempt
   * the money is returned. After an attempt, the withdrawal waits until the account is usable.
   */
  async #cannotBePaid(
    { id, account, attempts }: CustodyWithdrawal,
    { opensAccount }: VerifiedWithdrawal,
  ): Promise<boolean> {
    const { chain, venue, history, log } = this.#parts;
    const found = await chain.account(await tokenAccountOf(account, history.vault.mint));
    const reason =
      found === null
        ? lackOfAccount(opensAccount)
        : (faultOf(found.data, account) ?? uselessOpening(opensAccount && attempts.length === 0));
    if (reason === undefined) return false;
    if (attempts.length > 0) {
      log.warn({ withdrawal: id, reason }, "a withdrawal cannot be paid now");
      return true;
    }
    await venue.reportReturned(id, reason);
    log.warn({ withdrawal: id, reason }, "a withdrawal is returned");
    return true;
  }

  async #begin(record: CustodyWithdrawal, verified: VerifiedWithdrawal): Promise<void> {
    const { chain, venue, history, signers, feePayer } = this.#parts;
    const pair = signers.nextPair();
    if (pair === undefined) return;
    const life = await chain.life();
    const message = await paymentMessage({
      vault: history.vault,
      ...verified,
      feePayer: feePayer.publicKey,
      signers: [pair[0].publicKey, pair[1].publicKey],
      blockhash: life.blockhash,
    });
    const feePayerSignature = sign(null, message, feePayer.privateKey);
    const signature = base58.encode(feePayerSignature);
    await venue.reportSent(record.id, {
      signature,
      last_valid_block_height: life.lastValidBlockHeight,
    });
    const attempt = { signature, message, feePayerSignature, pair, bytes: undefined };
    this.#attempts.set(record.id, attempt);
    await this.#goOn(record.id, signature);
  }

  /** Gets the attempt signed if it is not, and sends its bytes again. */
  async #goOn(id: string, signature: string): Promise<void> {
    const attempt = this.#attempts.get(id);
    if (attempt === undefined || attempt.signature !== signature) return;
    attempt.bytes ??= await this.#signed(id, attempt);
    if (attempt.bytes === undefined) return;
    const sent = await this.#parts.chain.send(attempt.bytes);
    if (sent.taken) return;
    this.#parts.log.warn(
      { withdrawal: id, signature, reason: sent.reason },
      "a payment was refused",
    );
  }

  /**
   * Undefined while one of the two signers refuses. The next step asks again until the attempt is
   * dead.
   */
  async #signed(id: string, attempt: Attempt): Promise<Uint8Array | undefined> {
    const { message, feePayerSignature, pair, signature } = attempt;
    const proposal = { withdrawalId: id, message, feePayerSignature };
    const answers = await Promise.allSettled(pair.map(({ client }) => client.sign(proposal)));
    const signatures = new Map<string, Uint8Array>();
    for (const [index, answer] of answers.entries()) {
      const signer = pair[index]?.publicKey ?? "";
      if (answer.status === "fulfilled") signatures.set(signer, answer.value);
      else {
        const details = { withdrawal: id, signature, signer, err: answer.reason as unknown };
        this.#parts.log.warn(details, "a signer did not sign");
      }
    }
    const ordered =
      readEnvelope(message)?.signers.flatMap((key) => signatures.get(key) ?? []) ?? [];
    if (ordered.length < pair.length) return undefined;
    const count = Buffer.from([1 + ordered.length]);
    return Buffer.concat([count, feePayerSignature, ...ordered, message]);
  }
}
