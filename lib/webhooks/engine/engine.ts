/**
 * Delivers webhooks: fans events out, claims deliveries, sends them and stores the results. Every
 * replica runs one engine.
 */
import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
import type { WebhookHeader } from "#lib/platform/schema/events.ts";
import type { Schedule } from "#lib/webhooks/core/retry-wait.ts";
import { type Claimed, claim, LEASE_MS, nextClaimDue } from "./claim-deliveries.ts";
import { fanOutEvents } from "./fan-out.ts";
import { giveBackNow } from "./give-back.ts";
import { pauseUnreadable } from "./pause-unreadable.ts";
import { type Result, sendAttempt } from "./send-attempt.ts";
import { type Settled, storeResults } from "./store-results.ts";

type Secrets = ReadonlyMap<string, readonly { text: string }[]>;

export type EngineOptions = {
  db: Database;
  timers: Timers;
  log: Pick<Logger, "warn" | "error">;
  network: Network;
  schedule: Schedule;
  /** Each webhook's valid secrets, newest first; empty if none can be decrypted. */
  secretsOf: (webhookIds: readonly string[], now: number) => Promise<Secrets>;
  /** The owner's own headers of a webhook by name; `undefined` if one cannot be decrypted. */
  headersOf: (webhook: {
    id: string;
    url: string;
    headers: readonly WebhookHeader[];
  }) => Record<string, string> | undefined;
  /** The app's address, for links in chat messages. */
  baseUrl: string;
  /** The sleep while nothing waits, for a process whose events are committed by others. */
  idleSleepMs?: number;
};

/** Attempts of this process at a time. */
const SLOTS = 256;
/** How many of them may be to slow webhooks, which hold a slot for up to five seconds each. */
const SLOW_SLOTS = 128;
const MAX_SETTLED = 256;
/** Requests that begin without a pause between them. Each takes about 0.2 ms of processor time. */
const BEGUN_TOGETHER = 2;
/**
 * The sleep while anything waits. Another replica cannot wake this one, and may have ended or have
 * more than it can send.
 */
const LONGEST_SLEEP_MS = 500;
/**
 * The sleep while nothing waits. This process's commits wake it, and other processes deliver their
 * own. So this is only the delay of an event whose process ended between its commit and its
 * fan-out.
 */
const IDLE_SLEEP_MS = 5_000;
const SHORTEST_SLEEP_MS = 5;
/** The sleep while due work waits for its webhook's limits. A result wakes the engine earlier. */
const CROWDED_SLEEP_MS = 50;
/** The sleep after a failure of the database. */
const RETRY_MS = 1_000;
/** After this many lost processes the attempt has failed. */
const MAX_LOST = 5;
/**
 * How long a stop waits for attempts under way. Their leases end later, and another replica repeats
 * them.
 */
const STOP_MS = 6_000;

export class WebhookEngine {
  readonly #options: EngineOptions;
  readonly #connections = new ReusableConnections();
  readonly #underWay = new Set<Promise<void>>();
  /** How many attempts under way are to slow webhooks. */
  #slow = 0;
  #results: Settled[] = [];
  #isSettling = false;
  #isRunning = false;
  #running = Promise.resolve();
  #isStopped = false;
  /** True: work was added during a run, after the run may have looked for it. */
  #isWoken = false;
  #cancel = () => {};

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  start(): void {
    this.wake();
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    if (this.#isRunning) return;
    this.#cancel();
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.timers.after(STOP_MS, resolve);
    // A claim under way returns its deliveries.
    await Promise.race([this.#running, late]);
    while (this.#underWay.size > 0) {
      const ended = Promise.allSettled(this.#underWay).then(() => true);
      if (!(await Promise.race([ended, late.then(() => false)]))) break;
    }
    cancel();
    this.#connections.close();
  }

  async #run(): Promise<void> {
    let sleep = RETRY_MS;
    try {
      do {
        this.#isWoken = false;
        await this.#work();
      } while (this.#isWoken && !this.#isStopped);
      sleep = await this.#sleepTime();
    } catch (error) {
      this.#isWoken = false;
      this.#options.log.warn({ err: error }, "webhooks could not be delivered");
    }
    this.#isRunning = false;
    if (this.#isStopped) return;
    // It may have been woken while it computed the sleep.
    const delay = this.#isWoken ? 0 : sleep;
    this.#cancel = this.#options.timers.after(delay, () => this.wake());
  }

  async #work(): Promise<void> {
    const { db, timers, secretsOf } = this.#options;
    while ((await fanOutEvents(db, timers.now())) > 0);
    for (;;) {
      const most = SLOTS - this.#underWay.size;
      if (most <= 0 || this.#isStopped) return;
      const mostSlow = SLOW_SLOTS - this.#slow;
      const now = timers.now();
      const claimed = await claim(db, { now, most, mostSlow });
      if (claimed.length === 0) return;
      // One read for all that were claimed together.
      const ids = [...new Set(claimed.map(({ webhookId }) => webhookId))];
      const secrets = await secretsOf(ids, now).catch(() => undefined);
      for (const [index, delivery] of claimed.entries()) {
        if (secrets === undefined || this.#isStopped) await giveBackNow(db, delivery);
        else this.#begin(delivery, secrets.get(delivery.webhookId) ?? []);
        // Lets this process serve pages in between.
        if (index % BEGUN_TOGETHER === BEGUN_TOGETHER - 1) await setImmediate();
      }
      if (secrets === undefined) return;
    }
  }

  async #sleepTime(): Promise<number> {
    const { db, timers, idleSleepMs = IDLE_SLEEP_MS } = this.#options;
    const due = await nextClaimDue(db, { mostSlow: SLOW_SLOTS - this.#slow });
    if (due === undefined) return idleSleepMs;
    const left = due - timers.now();
    if (left <= 0) return CROWDED_SLEEP_MS;
    return Math.max(SHORTEST_SLEEP_MS, Math.min(LONGEST_SLEEP_MS, left));
  }

  #begin(delivery: Claimed, secrets: readonly { text: string }[]): void {
    const attempt = this.#attempt(delivery, secrets).catch((error: unknown) => {
      // The lease ends, and the attempt is repeated.
      this.#options.log.error({ err: error, delivery: delivery.id }, "an attempt broke");
    });
    this.#underWay.add(attempt);
    metrics().webhooksInFlight.set(this.#underWay.size);
    if (delivery.lost > 0) metrics().webhooksLost.inc();
    if (delivery.isSlow) this.#slow += 1;
    void attempt.then(() => {
      this.#underWay.delete(attempt);
      metrics().webhooksInFlight.set(this.#underWay.size);
      if (delivery.isSlow) this.#slow -= 1;
      if (this.#underWay.size === SLOTS - 1) this.wake();
    });
  }

  async #attempt(delivery: Claimed, live: readonly { text: string }[]): Promise<void> {
    const { db, timers, network, baseUrl, headersOf } = this.#options;
    const secrets = live.map(({ text }) => text);
    const now = timers.now();
    if (delivery.lost >= MAX_LOST) return this.#ended(delivery, lostAt(now));
    if (secrets.length === 0) return pauseUnreadable(db, delivery, { reason: "secret", now });
    const headers = headersOf({ ...delivery, id: delivery.webhookId });
    if (headers === undefined) return pauseUnreadable(db, delivery, { reason: "headers", now });
    const connections = this.#connections;
    const sending = { network, connections, secrets, headers, baseUrl, now: timers.now };
    await this.#ended(delivery, await sendAttempt(delivery, sending));
  }

  /** Results that arrive while others are being stored are stored together afterwards. */
  async #ended(delivery: Claimed, result: Result): Promise<void> {
    measure(delivery, result);
    this.#results.push({ delivery, result });
    if (this.#isSettling) return;
    this.#isSettling = true;
    while (this.#results.length > 0) await this.#settleSome();
    this.#isSettling = false;
  }

  /**
   * Keeps results through a failure of the database: without its result, a delivery would be sent
   * again.
   */
  async #settleSome(): Promise<void> {
    const { db, schedule, timers, log } = this.#options;
    const some = this.#results.slice(0, MAX_SETTLED);
    try {
      await storeResults(db, some, schedule);
      this.#results.splice(0, some.length);
      this.wake();
    } catch (error) {
      log.warn({ err: error }, "results of webhooks could not be stored");
      await new Promise<void>((resolve) => timers.after(RETRY_MS, resolve));
      // Their leases have ended, and the attempts are repeated.
      const oldest = timers.now() - LEASE_MS;
      this.#results = this.#results.filter(({ result }) => result.endedAt > oldest);
    }
  }
}

function measure({ dueAt }: Claimed, { startedAt, failure }: Result): void {
  const { webhookAttempts, webhookLateness, webhooksBlocked } = metrics();
  webhookAttempts.inc({ result: failure ?? "delivered" });
  webhookLateness.observe((startedAt - dueAt) / 1_000);
  if (failure === "target_refused") webhooksBlocked.inc();
}

function lostAt(now: number): Result {
  return { startedAt: now, endedAt: now, status: null, failure: "lost", response: null };
}
