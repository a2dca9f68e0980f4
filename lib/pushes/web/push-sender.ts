/**
 * Sends waiting pushes to browsers, in every replica. A slow push service delays only its own
 * requests.
 */
import "server-only";
import type { Logger } from "#lib/kernel/log/log.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import ar from "#lib/protocol/push-texts/ar.ts";
import de from "#lib/protocol/push-texts/de.ts";
import en from "#lib/protocol/push-texts/en.ts";
import {
  type PushLocale,
  type PushNotice,
  type PushTexts,
  pushText,
} from "#lib/protocol/push-texts/push-text.ts";
import { isQuiet, secondsUntilQuiet } from "#lib/pushes/rules/quiet-hours.ts";
import { claimSends, hasSends, noteOutcome, type PushSend } from "./due-sends.ts";
import { MAX_TTL_SECONDS, sendWebPush, type WebPushResult, type WebPushTerms } from "./web-push.ts";

export const TEXTS: Readonly<Record<PushLocale, PushTexts>> = { en, de, ar };

/** How many requests run at once. */
const MAX_REQUESTS = 64;

export type PushSenderOptions = {
  db: Database;
  /** Called when there is something to send. */
  terms: () => Promise<WebPushTerms>;
  /** Unix milliseconds. */
  now: () => number;
  log: Pick<Logger, "warn">;
  /** Called when a request has ended. */
  wake: () => void;
};

export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #running = new Set<Promise<void>>();

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /**
   * Starts as many requests as the limit allows.
   * @returns IDLE when none runs
   * @throws the database's error; the next run continues
   */
  async run(_now?: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    await this.#beginAll(signal);
    return this.#running.size === 0 ? IDLE : undefined;
  }

  async #beginAll(signal?: AbortSignal): Promise<void> {
    const { db, terms, now } = this.#options;
    while (signal?.aborted !== true) {
      const room = MAX_REQUESTS - this.#running.size;
      if (room === 0 || !(await hasSends(db, now()))) return;
      // Before the claim, because a push that is claimed without keys would be lost.
      const known = await terms();
      const claimed = await claimSends(db, now(), room);
      if (claimed.length === 0) return;
      for (const send of claimed) this.#begin(send, known);
    }
  }

  /** Resolves when no request runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(send: PushSend, terms: WebPushTerms): void {
    const running = this.#send(send, terms)
      .catch((thrown: unknown) => {
        const { log } = this.#options;
        log.warn({ err: thrown, pushId: send.pushId }, "a web push could not be recorded");
      })
      .finally(() => {
        this.#running.delete(running);
        this.#options.wake();
      });
    this.#running.add(running);
  }

  async #send(send: PushSend, terms: WebPushTerms): Promise<void> {
    const { db, now, log } = this.#options;
    const at = now();
    if (at >= send.leavesUntil) return;
    const isUrgent = breaksQuiet(send.notice);
    if (!isUrgent && isQuiet(send.clock, at)) {
      return noteOutcome(db, send, { outcome: "quiet", now: at });
    }
    const text = pushText(send.notice, TEXTS[send.locale], send.clock.time_zone);
    const seconds = Math.floor((send.leavesUntil - at) / 1_000);
    const loudSeconds = isUrgent ? seconds : secondsUntilQuiet(send.clock, at);
    const ttl = Math.min(MAX_TTL_SECONDS, seconds, loudSeconds);
    let result: Pick<WebPushResult, "outcome">;
    try {
      result = await sendWebPush(send.browser, { ...text, tag: send.pushId, ttl }, terms);
    } catch (thrown) {
      log.warn({ err: thrown, pushId: send.pushId }, "a web push could not be sent");
      result = { outcome: "failed" };
    }
    await noteOutcome(db, send, { outcome: result.outcome, now: now() });
  }
}

/** Positions that were closed without their owner do not wait for the morning. */
function breaksQuiet(notice: PushNotice): boolean {
  if (notice.type !== "push.trading") return false;
  return notice.data.event === "liquidated" || notice.data.event === "deleveraged";
}
