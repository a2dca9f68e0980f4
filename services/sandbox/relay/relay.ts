/**
 * A simulated bridge: it takes deposits on the source chain and pays them out on the destination chain, each once, or back. Its state
 * is both chains and its journal. A payment begins only when its deposit is finalized; another attempt follows only when the one before
 * has failed for good or is proved dead.
 */
import type { KeyPairSigner } from "@solana/kit";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { readSettlement, settlementKey } from "#lib/protocol/swaps/cross/cross-settlement.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { DepositFeed } from "./deposit-feed.ts";
import type { Deposit } from "./read-deposit.ts";
import type { RelayJournal, RelayKind } from "./relay-journal.ts";
import { type RelayPayment, signPayment } from "./relay-payment.ts";
import { relayOutput } from "./relay-price.ts";

/** Attempts that follow each other at once; later ones wait. */
const FREE_ATTEMPTS = 4;
const LATER_WAIT_MS = 60_000;

export type RelayParts = {
  source: ChainReads;
  destination: ChainReads;
  /** The network to which it pays. */
  network: string;
  /** Holds what it pays with on both chains. */
  signer: KeyPairSigner;
  /** Its accounts that take deposits. */
  accounts: ReadonlyMap<CrossAsset, string>;
  /** By which it prices an order. */
  pools: () => Promise<readonly LivePool[]>;
  journal: RelayJournal;
  /** An order that cannot be paid for so long is paid back. */
  patienceMs: number;
  log: Pick<Logger, "info" | "warn">;
};

type Decision = RelayPayment & { kind: RelayKind };

export class Relay {
  readonly parts: RelayParts;
  readonly #feed: DepositFeed;
  /** Deposits that were not ended yet. */
  readonly #open = new Map<string, Deposit>();
  #running: Promise<void> | undefined;

  constructor(parts: RelayParts) {
    this.parts = parts;
    this.#feed = new DepositFeed(parts.source, parts.accounts);
  }

  /** Undefined for one that has ended, or that is not finalized. */
  openDeposit(signature: string): Deposit | undefined {
    return this.#open.get(signature);
  }

  /**
   * One pass; a call while one is under way waits for that one, because two at a time could pay twice.
   * @param now Unix milliseconds. @throws ChainUnreachable when the source cannot be read: the next pass goes on
   */
  run(now: number): Promise<void> {
    this.#running ??= this.#pass(now).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #pass(now: number): Promise<void> {
    const { journal, log } = this.parts;
    const isEnded = (signature: string) => journal.end(signature) !== undefined;
    for (const deposit of await this.#feed.next(isEnded)) {
      // A payment to itself does not count as a deposit.
      if (deposit.sender !== this.parts.signer.address) this.#open.set(deposit.signature, deposit);
    }
    for (const deposit of this.#open.values()) {
      try {
        await this.#step(deposit, now);
      } catch (error) {
        // The others go on; this one is asked about again.
        log.warn({ err: error, deposit: deposit.signature }, "a deposit waits");
      }
    }
  }

  async #step(deposit: Deposit, now: number): Promise<void> {
    const { journal } = this.parts;
    const attempts = journal.attempts(deposit.signature);
    const last = attempts.at(-1);
    if (last === undefined) {
      if (await this.#isSettled(deposit)) return;
    } else {
      const chain = this.#chainOf(last.kind);
      const outcome = await chain.outcome(last.signature, last.last_valid_block_height);
      if (outcome === "paid") return this.#finish(deposit, last);
      if (outcome === "pending") return;
      if (outcome === "unknown") {
        await chain.send(Buffer.from(last.transaction, "base64"));
        return;
      }
      if (attempts.length >= FREE_ATTEMPTS && now - last.at < LATER_WAIT_MS) return;
    }
    const decision = await this.#decide(deposit, now);
    if (decision !== undefined) await this.#attempt(decision, now);
  }

  /** Without a line in the journal the chains are asked: a journal may be lost. */
  async #isSettled(deposit: Deposit): Promise<boolean> {
    const { signature } = deposit;
    const key = await settlementKey(signature);
    for (const kind of ["payment", "refund"] as const) {
      const chain = this.#chainOf(kind);
      const { slot } = await chain.finalizedHead();
      for (const row of await chain.signatures(key, undefined, slot)) {
        const found = row.err === null ? await chain.bytes(row.signature) : null;
        const paid = found === null ? undefined : readSettlement(found.bytes);
        if (paid?.payer !== this.parts.signer.address || paid.reference !== key) continue;
        const units = String(paid.amount);
        this.#finish(deposit, { kind, signature: row.signature, units });
        return true;
      }
    }
    return false;
  }

  #finish(
    { signature: deposit }: Deposit,
    { kind, signature, units }: { kind: RelayKind; signature: string; units: string },
  ): void {
    this.parts.journal.finish({ deposit, kind, signature, units });
    this.#open.delete(deposit);
    this.parts.log.info({ deposit, kind, signature }, "a deposit is ended");
  }

  /** Undefined while the order cannot be paid and there is still time. */
  async #decide(deposit: Deposit, now: number): Promise<Decision | undefined> {
    const { signature, asset, units, sender, token, time, order } = deposit;
    const { network, pools, patienceMs, journal } = this.parts;
    const isLate = now > time + patienceMs;
    const payments = journal.attempts(signature).filter(({ kind }) => kind === "payment");
    const refund = { kind: "refund", deposit: signature, recipient: sender, token, units } as const;
    if (order === undefined || order.network !== network) return refund;
    if (time > order.expiresAt * 1_000) return refund;
    // Whatever keeps the payments from landing, such as an account that was given away, may last.
    if (isLate && payments.length >= FREE_ATTEMPTS) return refund;
    const pair = { assetIn: asset, assetOut: order.asset, amountIn: units };
    const out = relayOutput(await pools(), pair);
    if (out >= order.minOut && (await this.available(order.asset)) >= out) {
      const to = { recipient: order.address, token: TOKENS[order.asset], units: out };
      return { kind: "payment", deposit: signature, ...to };
    }
    return isLate ? refund : undefined;
  }

  /** What it can still promise on the destination chain, in base units. @throws ChainUnreachable */
  async available(asset: CrossAsset): Promise<bigint> {
    const { destination, signer, journal } = this.parts;
    const { mint } = TOKENS[asset];
    const account = await destination.account(await tokenAccountOf(signer.address, mint));
    const held = account === null ? 0n : (readTokenHolding(account.data)?.amount ?? 0n);
    return held - journal.inFlight(mint);
  }

  async #attempt({ kind, ...payment }: Decision, now: number): Promise<void> {
    const { signer, journal } = this.parts;
    const chain = this.#chainOf(kind);
    const life = await chain.life();
    const signed = await signPayment(signer, payment, life);
    journal.begin({
      deposit: payment.deposit,
      kind,
      ...signed,
      mint: payment.token.mint,
      units: String(payment.units),
      at: now,
      last_valid_block_height: life.lastValidBlockHeight,
    });
    await chain.send(Buffer.from(signed.transaction, "base64"));
  }

  #chainOf(kind: RelayKind): ChainReads {
    return kind === "payment" ? this.parts.destination : this.parts.source;
  }
}
