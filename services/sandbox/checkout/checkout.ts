/**
 * A simulated provider of a checkout: it takes signed addresses, "charges" an invented card, pays USDC from the
 * sandbox's treasury and reports to the service by signed callbacks.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { readText } from "#lib/kernel/http/request-body.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { FIAT_DECIMALS } from "#lib/protocol/onramp.ts";
import type { ChainPayer } from "#services/sandbox/chain/open-chain.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { CallbackSender, type CallbackStatus, callbackBody } from "./callback-sender.ts";
import { type CheckoutOrder, quoteOf, readOrder } from "./checkout-order.ts";
import { fullPage, orderPage, paidPage, wrongAddressPage } from "./checkout-pages.ts";
import { type Deal, DealFiles } from "./deal-files.ts";
import { DealPayments } from "./deal-payments.ts";

const CHECKOUT_PATH = "/checkout";

const BODY_LIMIT_BYTES = 256;
const PAY_AGAIN_MS = 2_000;
const CHOICES = ["pay", "decline", "refund"] as const;
type Choice = (typeof CHOICES)[number];

export type CheckoutSettings = {
  apiKey: string;
  secretKey: Secret;
  webhookKey: Secret;
  /** Where callbacks go. */
  appUrl: string;
};

export type CheckoutParts = {
  settings: CheckoutSettings;
  payer: ChainPayer;
  folder: string;
  clock: Clock;
  log: Pick<Logger, "warn">;
  /** For tests: see `DealPayments`. */
  validMs?: number;
};

export class Checkout implements Site {
  readonly paths = [CHECKOUT_PATH];
  readonly #parts: CheckoutParts;
  readonly #deals: DealFiles;
  readonly #payments: DealPayments;
  readonly #sender: CallbackSender;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Deals whose callbacks are being sent. */
  readonly #reporting = new Set<string>();

  constructor(parts: CheckoutParts) {
    const { settings, payer, folder, clock, log, validMs } = parts;
    const { signal } = this.#stopping;
    this.#parts = parts;
    this.#deals = new DealFiles(folder);
    this.#payments = new DealPayments({ payer, signal, ...(validMs !== undefined && { validMs }) });
    const url = `${settings.appUrl}/api/v1/onramp/callbacks/moonpay`;
    const webhookKey = settings.webhookKey.reveal();
    this.#sender = new CallbackSender({ url, webhookKey, clock, log, signal });
    for (const deal of this.#deals.all()) {
      if (deal.state === "paying") this.#start(() => this.#pay(deal, true));
      this.#report(deal.id);
    }
  }

  /** @throws ServiceError */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "" } = request;
    if (method !== "GET" && method !== "POST")
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET, POST" });
    const order = this.#orderOf(url);
    if (order === undefined) return wrongAddressPage(response, 400);
    const quote = quoteOf(order);
    if (method === "GET") {
      const paid = this.#deals.paidFor(order.externalTransactionId);
      if (paid !== undefined) return paidPage(response, returnUrl(order, paid));
      return orderPage(response, { order, quote }, url);
    }
    const choice = choiceOf(await readText(request, BODY_LIMIT_BYTES));
    // Between the look and the file nothing else runs: two presses make one deal.
    const deal = this.#deals.paidFor(order.externalTransactionId) ?? this.#begin(order, choice);
    if (deal === undefined) return fullPage(response);
    response
      .writeHead(303, { location: returnUrl(order, deal), "cache-control": "no-store" })
      .end();
  }

  /** Ends waits; what is under way goes on after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #orderOf(url: string): CheckoutOrder | undefined {
    const { apiKey, secretKey } = this.#parts.settings;
    const search = url.slice(url.indexOf("?"));
    try {
      return readOrder(search, { apiKey, secretKey: secretKey.reveal() });
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  /** Undefined when there is no room for it. */
  #begin(order: CheckoutOrder, choice: Choice): Deal | undefined {
    const { cents, feeCents, units } = quoteOf(order);
    const now = this.#parts.clock.now();
    const deal: Deal = {
      id: randomUUID(),
      purchase: order.externalTransactionId,
      wallet: order.walletAddress,
      amount: formatDecimal(cents, FIAT_DECIMALS),
      fee: formatDecimal(feeCents, FIAT_DECIMALS),
      currency: order.baseCurrencyCode,
      units: units.toString(),
      state: choice === "pay" ? "paying" : choice === "refund" ? "refunded" : "failed",
      signature: null,
      untold: [],
      createdAt: now,
    };
    const reason = choice === "refund" ? "refund" : "payment_authorization_declined";
    const ended: CallbackStatus[] =
      choice === "pay" ? [] : [{ status: "failed", failureReason: reason }];
    const statuses: CallbackStatus[] = [{ status: "pending" }, ...ended];
    deal.untold = statuses.map((one) => callbackBody(deal, one, now));
    if (!this.#deals.add(deal)) return undefined;
    this.#report(deal.id);
    if (choice === "pay") this.#start(() => this.#pay(deal, false));
    return deal;
  }

  /** Until it is paid, or refused for good: a chain that is away is tried again, with a look for what was sent before. */
  async #pay(deal: Deal, isResumed: boolean): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#stopping;
    for (let resumes = isResumed; ; resumes = true) {
      try {
        const payments = this.#payments;
        const signature = await (resumes ? payments.resume(deal) : payments.pay(deal));
        const paid: Deal = {
          ...(this.#deals.find(deal.id) ?? deal),
          state: signature === undefined ? "failed" : "completed",
          signature: signature ?? null,
        };
        const outcome: CallbackStatus =
          signature === undefined
            ? { status: "failed", failureReason: "error" }
            : { status: "completed" };
        paid.untold = [...paid.untold, callbackBody(paid, outcome, clock.now())];
        this.#deals.save(paid);
        return this.#report(deal.id);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, "a purchase could not be paid");
        await sleep(PAY_AGAIN_MS, undefined, { signal, ref: false });
      }
    }
  }

  #report(id: string): void {
    if (!this.#reporting.has(id)) this.#start(() => this.#reportAll(id));
  }

  /** One after the other, in order. */
  async #reportAll(id: string): Promise<void> {
    this.#reporting.add(id);
    try {
      for (;;) {
        const [body] = this.#deals.find(id)?.untold ?? [];
        // No other code runs between this check and the end: a payment is reported here, or by the next call.
        if (body === undefined) return;
        await this.#sender.send(body);
        const deal = this.#deals.find(id);
        if (deal !== undefined) this.#deals.save({ ...deal, untold: deal.untold.slice(1) });
      }
    } finally {
      this.#reporting.delete(id);
    }
  }

  /** Ended by a stop it says nothing. */
  #start(work: () => Promise<void>): void {
    const running = work().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.#parts.log.warn({ err: error }, "a part of the simulated checkout has ended");
    });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }
}

/** @throws INVALID_FIELD */
function choiceOf(form: string): Choice {
  const given = new URLSearchParams(form).get("choice");
  const choice = CHOICES.find((one) => one === given);
  if (choice !== undefined) return choice;
  throw new ServiceError("INVALID_FIELD", { field: "choice", reason: CHOICES.join(", ") });
}

/** With the parameters that the provider adds. The service believes neither. */
function returnUrl({ redirectURL }: CheckoutOrder, { id, state }: Deal): string {
  const url = new URL(redirectURL);
  url.searchParams.set("transactionId", id);
  const status = state === "paying" ? "pending" : state === "refunded" ? "failed" : state;
  url.searchParams.set("transactionStatus", status);
  return url.href;
}
