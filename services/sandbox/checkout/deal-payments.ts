/** Pays deals from the sandbox's treasury, each once: also one that a kill interrupted. */
import { setTimeout as sleep } from "node:timers/promises";
import { address } from "@solana/kit";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { ChainPayer } from "#services/sandbox/chain/open-chain.ts";
import type { Sent } from "#services/sandbox/chain/transaction-sender.ts";
import type { Deal } from "./deal-files.ts";

const LOOK_EVERY_MS = 1_000;
const MAX_MENTIONS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
/** No transaction that was sent before is valid for longer: 150 blocks of 400 ms, and half as much again. */
const VALID_MS = 90_000;

export type DealPaymentsParts = {
  payer: ChainPayer;
  signal: AbortSignal;
  /** For tests. */
  validMs?: number;
};

/** Undefined: the chain refused the payment, and nothing was paid. */
export type PaidWith = string | undefined;

export class DealPayments {
  readonly #parts: DealPaymentsParts;

  constructor(parts: DealPaymentsParts) {
    this.#parts = parts;
  }

  /** Resolves when the payment is final. @throws AbortError when the sandbox stops before, CHAIN_UNREACHABLE */
  async pay(deal: Deal): Promise<PaidWith> {
    const { signal } = this.#parts;
    for (;;) {
      const sent = await this.#send(deal);
      if (sent === undefined) return undefined;
      const { signature, ended } = sent;
      const end = await ended;
      if (end.state === "final") return end.error === null ? signature : undefined;
      signal.throwIfAborted();
      if (end.state === "unwatched") throw new Error("the payment is not watched any more");
    }
  }

  /** The same for a deal that was being paid when the sandbox was killed: its memo shows whether it was. */
  async resume(deal: Deal): Promise<PaidWith> {
    const { signal, validMs = VALID_MS } = this.#parts;
    const deadline = performance.now() + validMs;
    do {
      const found = await this.#find(deal);
      if (found !== undefined) return found;
      await sleep(Math.min(LOOK_EVERY_MS, validMs), undefined, { signal, ref: false });
    } while (performance.now() < deadline);
    return this.pay(deal);
  }

  async #send(deal: Deal): Promise<Sent | undefined> {
    const { treasury } = this.#parts.payer;
    const { wallet: recipient, units } = deal;
    const order = { recipient, token: TOKENS.USDC, units: BigInt(units), memo: memoOf(deal) };
    try {
      return await treasury.transfer(order);
    } catch (error) {
      if (error instanceof ServiceError && error.code === "INVALID_FIELD") return undefined;
      throw error;
    }
  }

  /** @returns the signature of a finalized payment */
  async #find(deal: Deal): Promise<string | undefined> {
    const { rpc } = this.#parts.payer.sender;
    const account = address(await tokenAccountOf(deal.wallet, TOKENS.USDC.mint));
    const found = await rpc
      .getSignaturesForAddress(account, { limit: MAX_MENTIONS, commitment: "finalized" })
      .send({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const memo = memoOf(deal);
    return found.find((row) => row.err === null && row.memo?.includes(memo) === true)?.signature;
  }
}

function memoOf({ id }: Deal): string {
  return `svc:buy:${id}`;
}
