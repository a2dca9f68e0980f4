/** Gives accounts simulated USDC, up to a limit a day. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { Deposits, Transfer } from "#services/sandbox/venue/deposits.ts";

const UNIT = 10n ** BigInt(MONEY_DECIMALS);
const DAILY_LIMIT = 100_000n * UNIT;

export type FaucetOptions = {
  deposits: Deposits;
  clock: Clock;
  /** Journal of what was given. */
  path: string;
};

export class Faucet {
  readonly #options: FaucetOptions;
  /** Given on `#day`, by account, in 1e-9 USDC. */
  readonly #given = new Map<string, bigint>();
  #day: string;

  constructor(options: FaucetOptions) {
    this.#options = options;
    this.#day = dayOf(options.clock.now());
    this.#load();
  }

  /**
   * Credits `amount` (a decimal string in USDC) to an account, at most 100,000 a UTC day.
   * @throws INVALID_FIELD for an amount of zero, FAUCET_LIMIT past the limit, and as `Deposits`.
   */
  async give(account: string, amount: string): Promise<Transfer> {
    const units = parseDecimal(amount, MONEY_DECIMALS);
    if (units === undefined) throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
    if (units === 0n) {
      throw new ServiceError("INVALID_FIELD", {
        field: "amount",
        reason: "it must be more than zero",
      });
    }
    this.#turnDay();
    const before = this.#given.get(account) ?? 0n;
    if (before + units > DAILY_LIMIT) {
      const left = formatDecimal(DAILY_LIMIT - before, MONEY_DECIMALS);
      const limit = formatDecimal(DAILY_LIMIT, MONEY_DECIMALS);
      throw new ServiceError("FAUCET_LIMIT", { limit, left });
    }
    // Counted before the request, so that two at once cannot both fit under the limit.
    this.#given.set(account, before + units);
    try {
      const transfer = await this.fund(account, amount);
      this.#record({ at: this.#options.clock.now(), account, amount });
      return transfer;
    } catch (error) {
      this.#given.set(account, (this.#given.get(account) ?? units) - units);
      throw error;
    }
  }

  /** The same path without the limit, for the simulated traders. */
  fund(account: string, amount: string): Promise<Transfer> {
    return this.#options.deposits.deposit(account, amount);
  }

  #turnDay(): void {
    const today = dayOf(this.#options.clock.now());
    if (today === this.#day) return;
    this.#day = today;
    this.#given.clear();
  }

  #load(): void {
    if (!existsSync(this.#options.path)) return;
    for (const line of readFileSync(this.#options.path, "utf8").split("\n")) {
      const [time, account, amount] = line.split(",");
      const units = parseDecimal(amount ?? "", MONEY_DECIMALS);
      if (!time?.startsWith(this.#day) || !account || units === undefined) continue;
      this.#given.set(account, (this.#given.get(account) ?? 0n) + units);
    }
  }

  #record(gift: { at: number; account: string; amount: string }): void {
    const line = `${new Date(gift.at).toISOString()},${gift.account},${gift.amount}\n`;
    mkdirSync(dirname(this.#options.path), { recursive: true });
    appendFileSync(this.#options.path, line);
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
