/**
 * One of the vault's three keys. It trusts neither venue nor custody: it checks each payment
 * itself, then signs.
 */

import { createHash, sign } from "node:crypto";
import { base58 } from "@scure/base";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { VALID_BLOCKS } from "#lib/protocol/solana.ts";
import type { CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import { FreshBooks } from "#services/custody/books/fresh-books.ts";
import type { VaultFinding } from "#services/custody/books/reconcile.ts";
import type { SignerKeyPair } from "#services/custody/vault/key-pair.ts";
import {
  type PaymentProposal,
  paymentMessage,
  readEnvelope,
} from "#services/custody/vault/payment.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import {
  type VerifiedWithdrawal,
  verifyWithdrawal,
} from "#services/custody/vault/verify-withdrawal.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import type { SignerJournal } from "./signer-journal.ts";
import { SigningRefused } from "./signing-refused.ts";

export type VaultSignerParts = {
  key: SignerKeyPair;
  chain: ChainReads;
  venue: Pick<CustodyVenueClient, "withdrawal">;
  history: VaultHistory;
  ledger: VenueLedger;
  journal: SignerJournal;
  /** Base units for each day. */
  dailyCap: bigint;
  now: () => number;
  /** Called after each complete read of chain and venue. */
  onRead: () => void;
};

export class VaultSigner {
  readonly #parts: VaultSignerParts;
  readonly #books: FreshBooks;
  /** By withdrawal, one at a time: two proposals at once could both pass the checks. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Transactions that were proved dead. */
  readonly #dead = new Set<string>();

  constructor(parts: VaultSignerParts) {
    this.#parts = parts;
    this.#books = new FreshBooks(parts.ledger, parts.history, parts.onRead);
  }

  get publicKey(): string {
    return this.#parts.key.publicKey;
  }

  /** @throws SigningRefused; ChainUnreachable or UpstreamError when it cannot check */
  async sign(proposal: PaymentProposal): Promise<Uint8Array> {
    const { withdrawalId } = proposal;
    const before = this.#turns.get(withdrawalId);
    const turn = (before ?? Promise.resolve()).then(() => this.#sign(proposal));
    const ended = turn.catch(() => {});
    this.#turns.set(withdrawalId, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(withdrawalId) === ended) this.#turns.delete(withdrawalId);
    }
  }

  async #sign(proposal: PaymentProposal): Promise<Uint8Array> {
    const { key, journal, now } = this.#parts;
    const record = await this.#parts.venue.withdrawal(proposal.withdrawalId);
    const verified = verifyWithdrawal(record);
    if (verified === undefined) {
      throw new SigningRefused("NOT_SIGNED_BY_OWNER", "the owner did not sign this withdrawal");
    }
    const { signature, blockhash } = await this.#requireThisPayment(proposal, verified);
    requireReported(record, signature);
    const message = createHash("sha256").update(proposal.message).digest("hex");
    const isKnown = journal.of(verified.digest).some((signed) => signed.message === message);
    await this.#requireDead(record, { message, signature });
    // Read after that proof: every transaction that could land has landed.
    const { findings } = await this.#books.check();
    this.#requireUnpaid(verified.digest);
    if (!isKnown) {
      requireClean(findings);
      const last_valid_block_height = await this.#lastHeight(blockhash);
      this.#requireBelowCap(verified);
      const { digest, amount } = verified;
      journal.append({
        at: now(),
        digest,
        amount: String(amount),
        message,
        signature,
        last_valid_block_height,
      });
    }
    return sign(null, proposal.message, key.privateKey);
  }

  /** The bytes must equal those that this signer makes of the withdrawal. */
  async #requireThisPayment(
    { message, feePayerSignature }: PaymentProposal,
    verified: VerifiedWithdrawal,
  ): Promise<{ signature: string; blockhash: string }> {
    const { key, history } = this.#parts;
    const envelope = readEnvelope(message);
    if (envelope === undefined) {
      throw new SigningRefused("NOT_A_PAYMENT", "the message is no payment of a vault");
    }
    const { feePayer, signers } = envelope;
    if (!signers.includes(key.publicKey) || feePayer === key.publicKey) {
      throw new SigningRefused("NOT_A_SIGNER", "this key would not sign for the vault");
    }
    const wanted = await paymentMessage({ vault: history.vault, ...verified, ...envelope });
    if (Buffer.compare(wanted, message) !== 0) {
      throw new SigningRefused("ANOTHER_PAYMENT", "the message pays something else");
    }
    const payer = decodePublicKey(feePayer);
    if (payer === undefined || !isSignedBy(payer, message, feePayerSignature)) {
      throw new SigningRefused("NOT_A_PAYMENT", "the fee payer did not sign it");
    }
    return { signature: base58.encode(feePayerSignature), blockhash: envelope.blockhash };
  }

  /**
   * Requires proof that earlier transactions of this withdrawal cannot land: those in this journal,
   * and those that the venue lists, because a journal may have been lost.
   */
  async #requireDead(
    { digest, attempts }: CustodyWithdrawal,
    proposed: { message: string; signature: string },
  ): Promise<void> {
    const { journal, chain } = this.#parts;
    const signed = journal.of(digest).filter(({ message }) => message !== proposed.message);
    const listed = attempts.filter(({ signature }) => signature !== proposed.signature);
    for (const { signature, last_valid_block_height } of [...signed, ...listed]) {
      if (this.#dead.has(signature)) continue;
      const outcome = await chain.outcome(signature, last_valid_block_height);
      if (outcome === "failed" || outcome === "dead") {
        this.#dead.add(signature);
        continue;
      }
      const code = outcome === "paid" ? "ALREADY_PAID" : "ANOTHER_IS_LIVE";
      throw new SigningRefused(code, `transaction ${signature} is ${outcome}`);
    }
  }

  #requireUnpaid(digest: string): void {
    if (this.#parts.history.payments(digest).length === 0) return;
    throw new SigningRefused("ALREADY_PAID", "the chain shows a payment of this withdrawal");
  }

  /**
   * The height is not taken from another party. The blockhash is valid now, so it ends within the
   * network's limit.
   */
  async #lastHeight(blockhash: string): Promise<number> {
    const { chain } = this.#parts;
    const seenAt = await chain.validAt(blockhash);
    if (seenAt === undefined) {
      throw new SigningRefused("BLOCKHASH_UNKNOWN", "this node does not know the blockhash");
    }
    return (await chain.newestHeight(seenAt)) + VALID_BLOCKS;
  }

  #requireBelowCap({ amount, digest }: VerifiedWithdrawal): void {
    const { journal, dailyCap, now } = this.#parts;
    if (journal.signedSince(now() - DAY_MS, digest) + amount <= dailyCap) return;
    throw new SigningRefused("DAILY_CAP", "the payments of a day would pass this signer's cap");
  }
}

function requireClean([finding]: readonly VaultFinding[]): void {
  if (finding === undefined) return;
  throw new SigningRefused("BOOKS_DIFFER", `${finding.code}: ${finding.text}`);
}

/** Custody reports an attempt before it is signed, so that no restart loses it. */
function requireReported({ status, attempts }: CustodyWithdrawal, signature: string): void {
  if (status === "SENT" && attempts.at(-1)?.signature === signature) return;
  throw new SigningRefused("NOT_REPORTED", "the venue does not know this attempt");
}
