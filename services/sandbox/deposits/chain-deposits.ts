/** Deposits as transfers: the treasury pays into the vault, and custody credits the payment once it is final. */
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { depositReference } from "#services/custody/venue/venue-ledger.ts";
import type { Treasury } from "#services/sandbox/chain/treasury.ts";
import type { Deposits, Transfer } from "#services/sandbox/venue/deposits.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import type { VenueReader } from "./venue-reader.ts";

const ATTEMPTS = 3;
const LOOK_EVERY_MS = 200;
/** A credit takes seconds; without custody it does not come. */
const PATIENCE_MS = 30_000;

export type ChainDepositsParts = {
  treasury: Pick<Treasury, "transfer">;
  reader: Pick<VenueReader, "findDeposit">;
  /** The multisig that owns the vault. */
  authority: string;
  /** Settles when the vault covers what the venue owed before. */
  ready: Promise<void>;
  /** Ends the waits of a sandbox that stops. */
  signal: AbortSignal;
  /** For tests. */
  patienceMs?: number;
};

export class ChainDeposits implements Deposits {
  readonly #parts: ChainDepositsParts;

  constructor(parts: ChainDepositsParts) {
    this.#parts = parts;
  }

  /** @throws INVALID_DECIMAL, INVALID_FIELD, CHAIN_UNREACHABLE; VENUE_TIMEOUT when the payment is made and its credit does not come */
  async deposit(account: string, amount: string): Promise<Transfer> {
    const units = parseDecimal(amount, USDC_DECIMALS);
    if (units === undefined) throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
    await this.#parts.ready;
    return this.#credit(account, await this.#pay(account, units));
  }

  /** @returns the signature of the final payment. One that is dead is made again */
  async #pay(account: string, units: bigint): Promise<string> {
    const { treasury, authority } = this.#parts;
    const order = {
      recipient: authority,
      token: TOKENS.USDC,
      units,
      memo: depositMemo(account),
    };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { signature, ended } = await treasury.transfer(order);
      const end = await ended;
      if (end.state === "final" && end.error === null) return signature;
      if (end.state === "unwatched") break;
    }
    throw new ServiceError("CHAIN_UNREACHABLE");
  }

  async #credit(account: string, signature: string): Promise<Transfer> {
    const { reader, signal, patienceMs = PATIENCE_MS } = this.#parts;
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const reading = reader.findDeposit(account, depositReference(signature));
      const found = await reading.catch(unlessAway);
      if (found !== undefined) return found;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
    throw new ServiceError("VENUE_TIMEOUT");
  }
}

/** A venue that is away or busy is asked again. @throws any other error, which would come again */
function unlessAway(error: unknown): undefined {
  if (error instanceof VenueError && !error.isRefusal && error.status !== 401) return undefined;
  throw error;
}
