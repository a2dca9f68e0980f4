/** The simulated provider's callbacks, in MoonPay's form: signed, and sent again until the service has taken them. */
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { Deal } from "./deal-files.ts";

const TIMEOUT_MS = 5_000;
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 30_000;
/** A service that has refused for so long does not get it. */
const MAX_ATTEMPTS = 200;

export type CallbackStatus = { status: "pending" | "failed" | "completed"; failureReason?: string };

/** Body of a callback. Amounts are numbers of JSON, written from exact text. */
export function callbackBody(
  deal: Deal,
  { status, failureReason }: CallbackStatus,
  now: number,
): string {
  const { id, purchase, wallet, currency, signature } = deal;
  const at = new Date(now).toISOString();
  const data = {
    id,
    createdAt: new Date(deal.createdAt).toISOString(),
    updatedAt: at,
    status,
    failureReason: failureReason ?? null,
    walletAddress: wallet,
    externalTransactionId: purchase,
    cryptoTransactionId: status === "completed" ? signature : null,
    paymentMethod: "credit_debit_card",
    areFeesIncluded: true,
    currency: { code: "usdc_sol" },
    baseCurrency: { code: currency },
  };
  const usdc = formatDecimal(BigInt(deal.units), USDC_DECIMALS);
  const amounts = `"baseCurrencyAmount":${deal.amount},"feeAmount":${deal.fee},"quoteCurrencyAmount":${usdc}`;
  const type = status === "failed" ? "transaction_failed" : "transaction_updated";
  return `{"type":"${type}","data":${JSON.stringify(data).slice(0, -1)},${amounts}}}`;
}

export type CallbackSenderParts = {
  /** Address of the service's endpoint. */
  url: string;
  webhookKey: string;
  clock: Clock;
  log: Pick<Logger, "warn">;
  signal: AbortSignal;
};

export class CallbackSender {
  readonly #parts: CallbackSenderParts;

  constructor(parts: CallbackSenderParts) {
    this.#parts = parts;
  }

  /** Resolves when the service has taken it, or never will. @throws AbortError when the sandbox stops before */
  async send(body: string): Promise<void> {
    const { log, signal } = this.#parts;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (await this.#isTaken(body)) return;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LAST_WAIT_MS);
      await sleep(waitMs, undefined, { signal, ref: false });
    }
    log.warn({ attempts: MAX_ATTEMPTS }, "the service does not take a callback");
  }

  async #isTaken(body: string): Promise<boolean> {
    const { url, webhookKey, clock, signal } = this.#parts;
    const t = Math.floor(clock.now() / 1_000);
    const s = createHmac("sha256", webhookKey).update(`${t}.${body}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "moonpay-signature-v2": `t=${t},s=${s}`,
    };
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal: timeout });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
