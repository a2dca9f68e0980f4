/**
 * Moves what deposit addresses hold into the vault. It stores nothing: what there is to move is on the chain, and the venue credits
 * what the vault received, once by its transaction. A sweep that is lost or made twice therefore moves nothing twice.
 */
import { sign } from "node:crypto";
import { base58 } from "@scure/base";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { DepositKey } from "#lib/kernel/deposit-key.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { MIN_SWEEP, SWEEP_FEE } from "#lib/protocol/solana/vault.ts";
import type { DepositAddressState, SWEEP_STATES } from "#lib/protocol/wire/deposit-address.ts";
import type { SignerKeyPair } from "#services/custody/vault/key-pair.ts";
import { sweepMessage } from "#services/custody/vault/sweep.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { Vault } from "#services/custody/vault/vault-address.ts";
import type { DepositAddresses, WatchedAddress } from "./deposit-addresses.ts";
import { type SweepSeat, signTogether } from "./sign-together.ts";

/** Sweeps that begin in one pass: signers answer, and nodes take transactions, for payments too. */
const AT_ONCE = 8;
/** A sweep that signers refused, or that failed, is tried again after this time. */
const RETRY_MS = 10_000;
/** How long an ended sweep is shown to those who look. */
const SHOWN_MS = 10 * 60_000;
const MAX_SHOWN = 5;

type Attempt = {
  signature: string;
  /** Base units, with the fee. */
  amount: bigint;
  bytes: Uint8Array;
  lastValidBlockHeight: number;
  state: Exclude<(typeof SWEEP_STATES)[number], "credited">;
  sentAt: number;
};

export type SweeperParts = {
  key: DepositKey;
  vault: Vault;
  chain: Pick<ChainReads, "life" | "send" | "outcome">;
  addresses: DepositAddresses;
  /** Two signers for the next sweep; undefined while fewer answer. */
  nextPair: () => readonly [SweepSeat, SweepSeat] | undefined;
  feePayer: SignerKeyPair;
  now: () => number;
  log: Pick<Logger, "info" | "warn">;
};

export class Sweeper {
  readonly #parts: SweeperParts;
  /** By account, the newest last. Only the last one can be under way. */
  readonly #attempts = new Map<string, Attempt[]>();
  /** Until when an account waits, after a refusal. */
  readonly #waits = new Map<string, number>();

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /**
   * Follows sweeps under way and begins others.
   * @param mayBegin false while payments are stopped. @throws ChainUnreachable
   */
  async pass(mayBegin: boolean): Promise<void> {
    const { addresses, now } = this.#parts;
    await Promise.all([...this.#attempts.keys()].map((account) => this.#follow(account)));
    if (!mayBegin) return;
    const ready = [...addresses.addresses()]
      .filter(({ account, held }) => held >= MIN_SWEEP && this.#live(account) === undefined)
      .filter(({ account }) => (this.#waits.get(account) ?? 0) <= now());
    await Promise.all(ready.slice(0, AT_ONCE).map((one) => this.#tryBegin(one)));
  }

  /** What pages show. @param isCredited whether the venue has credited a transaction */
  stateOf(
    { account, address, tokenAccount, held, seen }: WatchedAddress,
    isCredited: (signature: string) => boolean,
  ): DepositAddressState {
    const moves = (this.#attempts.get(account) ?? []).toReversed();
    const moving = this.#live(account)?.amount ?? 0n;
    return {
      account,
      address,
      token_account: tokenAccount,
      minimum: usdcText(MIN_SWEEP),
      fee: usdcText(SWEEP_FEE),
      arriving: usdcText(seen > held ? seen - held : 0n),
      waiting: usdcText(held > moving ? held - moving : 0n),
      moves: moves.map(({ signature, amount, state, sentAt }) => ({
        signature,
        amount: usdcText(amount - SWEEP_FEE),
        state: isCredited(signature) ? "credited" : state,
        sent_at: sentAt,
      })),
    };
  }

  #live(account: string): Attempt | undefined {
    const last = this.#attempts.get(account)?.at(-1);
    return last?.state === "sent" ? last : undefined;
  }

  async #follow(account: string): Promise<void> {
    const { chain, addresses, log, now } = this.#parts;
    const live = this.#live(account);
    if (live === undefined) return this.#forgetOld(account);
    const { signature } = live;
    const outcome = await chain.outcome(signature, live.lastValidBlockHeight);
    if (outcome === "unknown") await chain.send(live.bytes);
    if (outcome === "paid") {
      live.state = "final";
      // What was read may be older than the sweep.
      addresses.empty(account);
      log.info({ account, signature, amount: usdcText(live.amount) }, "a deposit is in the vault");
    }
    if (outcome === "failed" || outcome === "dead") {
      live.state = "failed";
      this.#waits.set(account, now() + RETRY_MS);
      log.warn({ account, signature, outcome }, "a deposit was not moved");
    }
  }

  async #tryBegin(watched: WatchedAddress): Promise<void> {
    const { now, log } = this.#parts;
    try {
      await this.#begin(watched);
      this.#waits.delete(watched.account);
    } catch (error) {
      this.#waits.set(watched.account, now() + RETRY_MS);
      log.warn({ err: error, account: watched.account }, "a deposit waits at its address");
    }
  }

  async #begin(from: WatchedAddress): Promise<void> {
    const { key, vault, chain, feePayer, nextPair, now, log } = this.#parts;
    const pair = nextPair();
    if (pair === undefined) return;
    const { held: amount, account } = from;
    const { blockhash, lastValidBlockHeight } = await chain.life();
    const parts = { vault, from, amount, feePayer: feePayer.publicKey, blockhash };
    const message = await sweepMessage(parts);
    const depositSignature = await signTogether(key, from, { message, pair });
    const feeSignature = sign(null, message, feePayer.privateKey);
    const bytes = Buffer.concat([Buffer.from([2]), feeSignature, depositSignature, message]);
    const signature = base58.encode(feeSignature);
    const attempts = this.#attempts.get(account) ?? [];
    attempts.push({
      signature,
      amount,
      bytes,
      lastValidBlockHeight,
      state: "sent",
      sentAt: now(),
    });
    this.#attempts.set(account, attempts.slice(-MAX_SHOWN));
    const sent = await chain.send(bytes);
    if (!sent.taken) log.warn({ account, signature, reason: sent.reason }, "a sweep was refused");
  }

  #forgetOld(account: string): void {
    const attempts = this.#attempts.get(account);
    if (attempts === undefined) return;
    const oldest = this.#parts.now() - SHOWN_MS;
    const shown = attempts.filter(({ sentAt }) => sentAt >= oldest);
    if (shown.length === 0) this.#attempts.delete(account);
    else this.#attempts.set(account, shown);
  }
}
