/**
 * Payments of the past: those of the chain before this one, and those with which a demo begins. No block of the chain has them,
 * and they move no balance. Every answer that has one is marked or says so.
 */
import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";
import { ArchiveFile, type RecordedPayment } from "./archive-file.ts";

/** Archived payments have slots of their own, counted from a block of 2020, with a length that real slots have. */
const GENESIS_AT = Date.UTC(2020, 2, 16, 14, 29);
const SLOT_MS = 400;

const UNIT = 10n ** BigInt(USDC_DECIMALS);
/** What the archived treasury had of each mint; far below what 64 bits can count. */
const TREASURY_FUNDS = 1_000_000_000_000n * UNIT;

export type PastPayment = {
  /** Wallet, base58. */
  recipient: string;
  /** Decimal string in USDC, at most six decimals. */
  amount: string;
  /** Base58; USDC when absent. All mints of the archive have six decimals. */
  mint?: string | undefined;
  fails?: boolean | undefined;
  /** Unix milliseconds of a block in the past. */
  at: number;
};

export type ArchivedPayment = RecordedPayment & {
  units: bigint;
  /** Base units before the payment; null when it makes the recipient's token account. */
  recipientHad: bigint | null;
  treasuryHad: bigint;
};

export class PaymentArchive {
  readonly #file: ArchiveFile;
  readonly #clock: Clock;
  readonly #payments = new Map<string, ArchivedPayment>();
  /** Base units by owner and mint, in the order in which payments were made, whatever their blocks. */
  readonly #held = new Map<string, bigint>();
  readonly #spent = new Map<string, bigint>();

  /** @throws Error that names the line of the file that is not a payment */
  constructor({ path, clock }: { path: string; clock: Clock }) {
    this.#clock = clock;
    this.#file = new ArchiveFile(path);
    for (const recorded of this.#file.load()) this.#keep(recorded);
  }

  /**
   * Adds a payment, which is on the disk and final when this returns.
   * @throws INVALID_DECIMAL, INVALID_FIELD
   */
  add(payment: PastPayment): { signature: string; slot: number } {
    const { recipient, mint = USDC_MINT, fails = false, at } = payment;
    const amount = this.#unitsOf(payment.amount, mint).toString();
    this.#requirePast(at);
    const signature = base58.encode(randomBytes(64));
    const slot = Math.floor((at - GENESIS_AT) / SLOT_MS);
    const recorded = { signature, slot, at, finalAt: at, recipient, mint, amount, fails };
    this.#file.append(recorded);
    this.#keep(recorded);
    return { signature, slot };
  }

  find(signature: string): ArchivedPayment | undefined {
    return this.#payments.get(signature);
  }

  /** Newest first. */
  ofRecipient(recipient: string): ArchivedPayment[] {
    return [...this.#payments.values()]
      .filter((payment) => payment.recipient === recipient)
      .toSorted((one, other) => other.at - one.at);
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

  #requirePast(at: number): void {
    if (at > this.#clock.now()) throw invalid("at", "it must be a time of the past");
    if (at < GENESIS_AT) {
      throw invalid("at", `the archive begins at ${new Date(GENESIS_AT).toISOString()}`);
    }
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

function invalid(field: string, reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field, reason });
}
