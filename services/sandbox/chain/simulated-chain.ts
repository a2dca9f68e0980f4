/** A simulated Solana chain with one kind of transaction: a payment from its treasury. Nothing on it has a value. */
import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import type { Clock } from "#lib/platform/clock.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana/networks.ts";
import { PaymentFile, type RecordedPayment } from "./payment-file.ts";

/** The first block, and how long each takes; a slot for every block. */
const GENESIS_AT = Date.UTC(2020, 2, 16, 14, 29);
const SLOT_MS = 400;
/** Time from a block to its finality; a real chain takes about 13 s. */
const FINALITY_MS = 2_000;

const UNIT = 10n ** BigInt(USDC_DECIMALS);
/** The treasury's balance of each mint; far below what 64 bits can count. */
const TREASURY_FUNDS = 1_000_000_000_000n * UNIT;

export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

export type PaymentOrder = {
  /** Wallet, base58. */
  recipient: string;
  /** Decimal string in USDC, at most six decimals. */
  amount: string;
  /** Base58; USDC when absent. All mints here have six decimals. */
  mint?: string | undefined;
  fails?: boolean | undefined;
  /** Unix milliseconds of a block in the past: the payment is finalized at once. */
  at?: number | undefined;
  /** Until it is finalized; 2 s when absent. */
  delaySeconds?: number | undefined;
};

export type ChainPayment = RecordedPayment & {
  units: bigint;
  /** Base units before the payment; null when it makes the recipient's token account. */
  recipientHad: bigint | null;
  treasuryHad: bigint;
};

export type Seen = { payment: ChainPayment; commitment: Commitment };

export type SimulatedChainOptions = { path: string; clock: Clock };

export class SimulatedChain {
  readonly #file: PaymentFile;
  readonly #clock: Clock;
  readonly #payments = new Map<string, ChainPayment>();
  /** Base units by owner and mint, in the order in which payments were made, whatever their blocks. */
  readonly #held = new Map<string, bigint>();
  readonly #spent = new Map<string, bigint>();

  /** @throws Error that names the line of the file that is no payment */
  constructor({ path, clock }: SimulatedChainOptions) {
    this.#clock = clock;
    this.#file = new PaymentFile(path);
    for (const recorded of this.#file.load()) this.#keep(recorded);
  }

  /**
   * Makes a payment, which is on the disk and visible when this returns.
   * @throws INVALID_DECIMAL, INVALID_FIELD
   */
  pay(order: PaymentOrder): { signature: string; slot: number } {
    const { recipient, mint = USDC_MINT, fails = false } = order;
    const units = this.#unitsOf(order.amount, mint);
    const { at, finalAt } = this.#timesOf(order);
    const signature = base58.encode(randomBytes(64));
    const slot = slotAt(at);
    const amount = units.toString();
    const recorded = { signature, slot, at, finalAt, recipient, mint, amount, fails };
    this.#file.append(recorded);
    this.#keep(recorded);
    return { signature, slot };
  }

  find(signature: string): Seen | undefined {
    const payment = this.#payments.get(signature);
    if (payment === undefined) return undefined;
    const now = this.#clock.now();
    if (now >= payment.finalAt) return { payment, commitment: "finalized" };
    const commitment = now >= payment.at + SLOT_MS ? "confirmed" : "processed";
    return { payment, commitment };
  }

  /** The newest block that is so far. */
  slot(commitment: Commitment): number {
    const now = this.#clock.now();
    return slotAt(commitment === "finalized" ? now - FINALITY_MS : now);
  }

  #unitsOf(amount: string, mint: string): bigint {
    const units = parseDecimal(amount, USDC_DECIMALS);
    if (units === undefined) throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
    if (units === 0n) throw invalid("amount", "it must be more than zero");
    const left = TREASURY_FUNDS - (this.#spent.get(mint) ?? 0n);
    if (units > left) {
      throw invalid("amount", `the treasury has ${formatDecimal(left, USDC_DECIMALS)} left`);
    }
    return units;
  }

  #timesOf({ at, delaySeconds }: PaymentOrder): { at: number; finalAt: number } {
    const now = this.#clock.now();
    if (at === undefined) {
      const waitMs = delaySeconds === undefined ? FINALITY_MS : Math.round(delaySeconds * 1_000);
      return { at: now, finalAt: now + waitMs };
    }
    if (delaySeconds !== undefined) {
      throw invalid("delay_seconds", "a payment of the past is finalized at once");
    }
    if (at > now) throw invalid("at", "it must be a time of the past");
    if (at < GENESIS_AT) {
      throw invalid("at", `the chain begins at ${new Date(GENESIS_AT).toISOString()}`);
    }
    return { at, finalAt: at };
  }

  #keep(recorded: RecordedPayment): void {
    const { signature, recipient, mint, fails } = recorded;
    const units = BigInt(recorded.amount);
    const account = `${recipient} ${mint}`;
    const recipientHad = this.#held.get(account) ?? null;
    const spent = this.#spent.get(mint) ?? 0n;
    const treasuryHad = TREASURY_FUNDS - spent;
    this.#payments.set(signature, { ...recorded, units, recipientHad, treasuryHad });
    if (fails) return;
    this.#held.set(account, (recipientHad ?? 0n) + units);
    this.#spent.set(mint, spent + units);
  }
}

function slotAt(time: number): number {
  return Math.floor((time - GENESIS_AT) / SLOT_MS);
}

function invalid(field: string, reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field, reason });
}
