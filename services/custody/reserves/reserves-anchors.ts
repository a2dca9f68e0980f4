/**
 * Has a proof of reserves made every hour, and after a start, and anchors it in the chain. Between a proof and its anchor no
 * payment begins, so that nothing leaves the vault: what it holds at the anchor's slot covers what was owed, or it never did.
 */
import { sign } from "node:crypto";
import { base58 } from "@scure/base";
import type { ChainReads, ChainTransaction } from "#lib/kernel/chain-client/chain-reads.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { joinSums, reservesMemo, type SumNode } from "#lib/kernel/reserves/sum-tree.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { ReservesAnchor } from "#lib/protocol/wire/reserves.ts";
import { computeLiabilities } from "#services/custody/books/reconcile.ts";
import type { SignerKeyPair } from "#services/custody/vault/key-pair.ts";
import { usdcText, venueUnits } from "#services/custody/vault/units.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { anchorMessage } from "./anchor-message.ts";
import { checkProof } from "./check-proof.ts";

/** For so long a proof waits for a moment without payments; after that payments wait for the proof. */
const PATIENCE_MS = 5 * MINUTE_MS;
const RETRY_MS = 10 * MINUTE_MS;

type AnchorParts = {
  network: SolanaNetwork;
  chain: ChainReads;
  venue: Pick<CustodyVenueClient, "makeReserves" | "publishReserves">;
  history: VaultHistory;
  ledger: VenueLedger;
  /** Pays for the memo, and signs nothing else here. */
  feePayer: SignerKeyPair;
  now: () => number;
  log: Pick<Logger, "info" | "warn">;
};

type Sent = {
  height: number;
  /** What the proof sums to, 1e-9 USDC. */
  sum: bigint;
  /** Base units. */
  uncredited: bigint;
  signature: string;
  bytes: Uint8Array;
  lastValidBlockHeight: number;
};

type Stage =
  | { kind: "idle" }
  /** The transaction may land. */
  | ({ kind: "sent" } & Sent)
  /** It is final, and the venue does not know it yet. */
  | { kind: "final"; height: number; sum: bigint; anchor: Omit<ReservesAnchor, "root"> };

export class ReservesAnchors {
  readonly #parts: AnchorParts;
  #stage: Stage = { kind: "idle" };
  /** Unix milliseconds. A start makes a proof at once. */
  #dueAt: number;

  constructor(parts: AnchorParts) {
    this.#parts = parts;
    this.#dueAt = parts.now();
  }

  /** Whether payments must not begin now. */
  get holdsPayments(): boolean {
    const isLate = this.#parts.now() - this.#dueAt >= PATIENCE_MS;
    return this.#stage.kind === "sent" || (this.#stage.kind === "idle" && isLate);
  }

  /**
   * Takes the next step, after the deposits of a pass were credited. A failure is logged, and tried again later.
   * @param may.begin false while books differ or the fee account is empty. @param may.uncredited base units
   */
  async step(may: { begin: boolean; uncredited: bigint }): Promise<void> {
    try {
      if (this.#stage.kind === "sent") await this.#follow(this.#stage);
      if (this.#stage.kind === "final") await this.#publish(this.#stage);
      else if (this.#stage.kind === "idle") await this.#beginIfDue(may);
    } catch (error) {
      // A transaction that is out is followed to its end, and a final one is reported until the venue knows it.
      if (this.#stage.kind === "idle") this.#dueAt = this.#parts.now() + waitAfter(error);
      this.#parts.log.warn({ err: error }, "a proof of reserves waits");
    }
  }

  async #beginIfDue({ begin, uncredited }: { begin: boolean; uncredited: bigint }): Promise<void> {
    const { venue, ledger, now } = this.#parts;
    if (now() < this.#dueAt) return;
    if (!begin) {
      // Payments must not wait for what cannot begin.
      this.#dueAt = now();
      return;
    }
    if (await this.#mayLeave()) return;
    const proof = await venue.makeReserves();
    // Only custody credits and settles, and it does neither here: this is the sum of the proof's state.
    await ledger.update();
    const root = checkProof(proof, computeLiabilities(ledger));
    const added = { name: "uncredited", balance: venueUnits(uncredited), positions: 0n };
    await this.#send(proof.height, joinSums(root, [added]), uncredited);
  }

  /** Whether a payment that was begun may still take money out of the vault. */
  async #mayLeave(): Promise<boolean> {
    for (const { attempts } of this.#parts.ledger.open()) {
      const last = attempts.at(-1);
      if (last === undefined) continue;
      const { signature, last_valid_block_height: height } = last;
      const outcome = await this.#parts.chain.outcome(signature, height);
      if (outcome !== "dead" && outcome !== "failed") return true;
    }
    return false;
  }

  async #send(height: number, root: SumNode, uncredited: bigint): Promise<void> {
    const { chain, feePayer, history } = this.#parts;
    const { blockhash, lastValidBlockHeight } = await chain.life();
    const message = anchorMessage({
      vault: history.vault,
      memo: reservesMemo(height, root),
      feePayer: feePayer.publicKey,
      blockhash,
    });
    const signed = sign(null, message, feePayer.privateKey);
    const bytes = Buffer.concat([Buffer.from([1]), signed, message]);
    const signature = base58.encode(signed);
    this.#stage = {
      kind: "sent",
      height,
      sum: root.sum,
      uncredited,
      signature,
      bytes,
      lastValidBlockHeight,
    };
    await chain.send(bytes);
  }

  async #follow(sent: Sent): Promise<void> {
    const { chain, now, log } = this.#parts;
    const outcome = await chain.outcome(sent.signature, sent.lastValidBlockHeight);
    if (outcome === "pending") return;
    if (outcome === "unknown") {
      await chain.send(sent.bytes);
      return;
    }
    if (outcome === "paid") {
      const found = await chain.transaction(sent.signature);
      if (found === null) return;
      const anchor = this.#anchorOf(sent, found);
      if (anchor !== undefined) {
        this.#stage = { kind: "final", height: sent.height, sum: sent.sum, anchor };
        return;
      }
      log.warn({ signature: sent.signature }, "the node shows no balance of the vault");
    }
    this.#stage = { kind: "idle" };
    this.#dueAt = now() + RETRY_MS;
  }

  /** Undefined from a node that keeps no balances of tokens. */
  #anchorOf(sent: Sent, { slot, meta, transaction }: ChainTransaction) {
    const { network, history, feePayer } = this.#parts;
    const { account, mint } = history.vault;
    const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === account);
    const held = meta.postTokenBalances.find((one) => one.accountIndex === index);
    if (held === undefined) return undefined;
    return {
      uncredited: usdcText(sent.uncredited),
      network,
      vault_address: account,
      mint,
      payer: feePayer.publicKey,
      tx_hash: sent.signature,
      slot,
      vault_balance: usdcText(BigInt(held.uiTokenAmount.amount)),
    };
  }

  async #publish({ height, sum, anchor }: Extract<Stage, { kind: "final" }>): Promise<void> {
    const { venue, ledger, now, log } = this.#parts;
    const isKnown = await venue.publishReserves(height, anchor);
    this.#stage = { kind: "idle" };
    // A venue that was replaced meanwhile has no such proof, and makes another one.
    if (!isKnown) {
      this.#dueAt = now() + RETRY_MS;
      return;
    }
    // The first proof of a new venue counts hardly anybody: it must not stand for an hour.
    const isOutgrown = computeLiabilities(ledger) > 2n * sum;
    this.#dueAt = now() + (isOutgrown ? MINUTE_MS : HOUR_MS);
    log.info({ height, signature: anchor.tx_hash }, "a proof of reserves is published");
  }
}

/** A venue without a secret for proofs makes none, so it is asked seldom. */
function waitAfter(error: unknown): number {
  const code = error instanceof UpstreamError ? error.code : undefined;
  return code === "RESERVES_NOT_FOUND" || code === "NOT_FOUND" ? HOUR_MS : MINUTE_MS;
}
