/**
 * A simple model of the delivery of webhooks, written from the rules alone: maps and loops, without
 * queries. Times are Unix milliseconds.
 */
import { ATTEMPT_WAITS_S } from "#lib/protocol/webhook-retry-schedule.ts";
import {
  byDue,
  computeTokens,
  findRoot,
  isWaiting,
  type ModelAttempt,
  type ModelDelivery,
  type ModelEvent,
  type ModelResult,
  type ModelWebhook,
  makeDedupKey,
  makeDeliveryId,
  type Taken,
} from "./model-rows.ts";

export const LEASE = 30_000;
const AT_A_TIME = { fast: 16, slow: 4, untried: 1 };
const RECOUNT = 1_000;

export class Broken extends Error {}

function must(isSo: boolean, rule: string): asserts isSo {
  if (!isSo) throw new Broken(rule);
}

export const TURNS = [
  "skipped",
  "recovered",
  "second attempt",
  "seventh attempt",
  "paused by a failure",
  "test died",
  "run lost",
  "five runs lost",
  "late result kept",
  "late result ignored",
  "held back by the rate",
  "held back by the slots",
  "held back by the slow slots",
  "resumed with a backlog",
  "replay died",
] as const;
type Turn = (typeof TURNS)[number];

type ModelPause = {
  at: number;
  reason: "failures" | "secret";
  deliveryId: string | null;
  lastError: string | null;
};

export class WebhookModel {
  readonly webhooks = new Map<string, ModelWebhook>();
  readonly events = new Map<string, ModelEvent>();
  readonly deliveries = new Map<string, ModelDelivery>();
  readonly attempts = new Map<string, ModelAttempt>();
  /** How often each interesting case happened. A history that lacks one of them proves little. */
  readonly seen = new Map<Turn, number>(TURNS.map((turn) => [turn, 0]));

  #saw(turn: Turn, times = 1): void {
    this.seen.set(turn, (this.seen.get(turn) ?? 0) + times);
  }

  of(webhookId: string): ModelDelivery[] {
    return [...this.deliveries.values()].filter((one) => one.webhookId === webhookId);
  }

  /** An account without a webhook has no events. @returns whether the event is written */
  announce(event: Omit<ModelEvent, "isFannedOut">): boolean {
    const isHeard = [...this.webhooks.values()].some(({ userId }) => userId === event.userId);
    if (!isHeard || this.events.has(event.dedupKey)) return false;
    this.events.set(event.dedupKey, { ...event, isFannedOut: false });
    return true;
  }

  waiting(): ModelEvent[] {
    return [...this.events.values()].filter(({ isFannedOut }) => !isFannedOut);
  }

  matches(webhook: ModelWebhook, event: ModelEvent): boolean {
    const { assets } = webhook;
    return (
      webhook.userId === event.userId &&
      webhook.createdAt <= event.createdAt &&
      webhook.id !== event.about &&
      webhook.events.includes(event.type) &&
      (assets === undefined ||
        event.assets === undefined ||
        event.assets.some((asset) => assets.includes(asset)))
    );
  }

  /**
   * Fans out the oldest hundred events. Beyond `most` waiting deliveries, events are only counted.
   */
  fanOut(now: number, most: number): void {
    const events = this.waiting().slice(0, 100);
    for (const webhook of this.webhooks.values()) {
      const wanted = this.#wantedOf(webhook, events);
      if (wanted.length === 0) continue;
      if (wanted.length > webhook.room && webhook.countedAt <= now - RECOUNT) {
        const waiting = this.of(webhook.id).filter(isWaiting).length;
        Object.assign(webhook, { room: Math.max(0, most - waiting), countedAt: now });
      }
      const room = webhook.room;
      for (const event of wanted.slice(0, room)) this.#deliver(webhook, event, now);
      webhook.room = Math.max(0, room - wanted.length);
      for (const event of wanted.slice(room)) this.#skip(webhook, event);
    }
    for (const event of events) event.isFannedOut = true;
  }

  /**
   * Two fan-outs at the same time shared the waiting events in an unknown order. So the database
   * decides which deliveries exist and how much room each lane has left.
   * @param made ids of all deliveries, in the order in which they were made
   */
  fanOutShared(
    now: number,
    made: readonly string[],
    rooms: ReadonlyMap<string, Pick<ModelWebhook, "room" | "countedAt">>,
  ): void {
    const events = this.waiting();
    const indexes = new Map(made.map((id, index) => [id, index]));
    for (const webhook of this.webhooks.values()) {
      const indexOf = (event: ModelEvent) =>
        indexes.get(makeDeliveryId(webhook, event)) ?? made.length;
      const wanted = this.#wantedOf(webhook, events).toSorted((a, b) => indexOf(a) - indexOf(b));
      for (const event of wanted) {
        if (indexes.has(makeDeliveryId(webhook, event))) this.#deliver(webhook, event, now);
        else this.#skip(webhook, event);
      }
      Object.assign(webhook, rooms.get(webhook.id));
    }
    for (const event of events) event.isFannedOut = true;
  }

  /**
   * The events that make a delivery for the webhook. An event that is announced again after
   * clean-up makes no second one while its first delivery still waits.
   */
  #wantedOf(webhook: ModelWebhook, events: readonly ModelEvent[]): ModelEvent[] {
    return events.filter(
      (event) =>
        this.matches(webhook, event) && !this.deliveries.has(makeDeliveryId(webhook, event)),
    );
  }

  #skip(webhook: ModelWebhook, { createdAt }: ModelEvent): void {
    webhook.skipped += 1;
    this.#saw("skipped");
    webhook.skippedFrom = Math.min(webhook.skippedFrom ?? createdAt, createdAt);
    webhook.skippedTo = Math.max(webhook.skippedTo ?? createdAt, createdAt);
  }

  undelivered(webhook: ModelWebhook, from: number, to: number): ModelEvent[] {
    const made = new Set(
      this.of(webhook.id).flatMap((one) =>
        one.isLive && one.replayOf === null ? one.dedupKey : [],
      ),
    );
    return [...this.events.values()].filter(
      (event) =>
        event.isFannedOut &&
        event.createdAt >= from &&
        event.createdAt <= to &&
        this.matches(webhook, event) &&
        !made.has(event.dedupKey),
    );
  }

  recover(
    webhook: ModelWebhook,
    { from, to, limit, now }: { from: number; to: number; limit: number; now: number },
  ): string[] {
    const made = this.undelivered(webhook, from, to).slice(0, limit);
    const ids = made.map((event) => this.#deliver(webhook, event, now));
    this.#saw("recovered", ids.length);
    webhook.room = Math.max(0, webhook.room - made.length);
    const { skippedFrom, skippedTo } = webhook;
    const isCovered =
      skippedFrom !== null && skippedTo !== null && skippedFrom >= from && skippedTo <= to;
    if (isCovered && made.length < limit) {
      Object.assign(webhook, { skipped: 0, skippedFrom: null, skippedTo: null });
    }
    return ids;
  }

  #deliver(webhook: ModelWebhook, event: ModelEvent, now: number): string {
    const id = makeDeliveryId(webhook, event);
    const { type, dedupKey, createdAt, data } = event;
    this.add({ id, webhookId: webhook.id, type, dedupKey, data, eventAt: createdAt }, now);
    return id;
  }

  add(
    one: Pick<ModelDelivery, "id" | "webhookId" | "type" | "dedupKey" | "data" | "eventAt"> &
      Partial<ModelDelivery>,
    now: number,
  ): void {
    this.deliveries.set(one.id, {
      isLive: true,
      replayOf: null,
      state: "pending",
      attempt: 0,
      dueAt: now,
      claim: null,
      leaseUntil: null,
      lost: 0,
      endedAt: null,
      createdAt: Math.max(now, one.eventAt),
      position: 0,
      ...one,
    });
  }

  /** The deliveries that an undisturbed claim takes. */
  claimable({ now, most, mostSlow }: { now: number; most: number; mostSlow: number }): Set<string> {
    const offered = [...this.webhooks.values()].flatMap((webhook) => {
      if (!webhook.isOpen) return [];
      const ours = this.of(webhook.id);
      const room = Math.max(0, this.#room(webhook, now));
      const due = ours.filter((one) => one.state === "pending" && (one.dueAt ?? now) <= now);
      const ended = ours.filter((one) => one.state === "sending" && (one.leaseUntil ?? now) <= now);
      const byLease = ended.toSorted(
        (a, b) => (a.leaseUntil ?? 0) - (b.leaseUntil ?? 0) || byDue(a, b),
      );
      if (room < due.length) {
        const isRate = room === Math.floor(computeTokens(webhook, now));
        this.#saw(isRate ? "held back by the rate" : "held back by the slots");
      }
      const first = [...due.toSorted(byDue).slice(0, room), ...byLease.slice(0, room)];
      return first
        .toSorted(byDue)
        .slice(0, room)
        .map((delivery) => ({ delivery, isSlow: webhook.isSlow }));
    });
    const inTurn = offered.toSorted((a, b) => byDue(a.delivery, b.delivery));
    const slow = inTurn.filter(({ isSlow }) => isSlow).slice(0, mostSlow);
    if (slow.length < inTurn.filter(({ isSlow }) => isSlow).length) {
      this.#saw("held back by the slow slots");
    }
    const taken = inTurn.filter((one) => !one.isSlow || slow.includes(one)).slice(0, most);
    return new Set(taken.map(({ delivery }) => delivery.id));
  }

  /** How many attempts may begin, by the rate and by the number at a time. */
  #room(webhook: ModelWebhook, now: number): number {
    const held = this.of(webhook.id).filter(
      ({ state, leaseUntil }) => state === "sending" && (leaseUntil ?? 0) > now,
    );
    const pace = webhook.isSlow ? "slow" : webhook.isTried ? "fast" : "untried";
    return Math.min(Math.floor(computeTokens(webhook, now)), AT_A_TIME[pace] - held.length);
  }

  /** Whether a claim could take these deliveries now. */
  hasRoom(taken: readonly Taken[], now: number): boolean {
    return [...this.webhooks.values()].every(
      (webhook) => this.#takenOf(webhook, taken).length <= this.#room(webhook, now),
    );
  }

  #takenOf({ id }: ModelWebhook, taken: readonly Taken[]): Taken[] {
    return taken.filter((one) => this.deliveries.get(one.id)?.webhookId === id);
  }

  claim(taken: readonly Taken[], now: number): void {
    for (const webhook of this.webhooks.values()) {
      const ours = this.#takenOf(webhook, taken);
      if (ours.length === 0) continue;
      must(webhook.isOpen, "no attempt begins while the webhook is paused");
      must(ours.length <= this.#room(webhook, now), "a webhook stays within its limits");
      webhook.tokens = computeTokens(webhook, now) - ours.length;
      webhook.filledAt = now;
    }
    for (const one of taken) this.#begin(one, now);
  }

  #begin({ id, attempt, lost, claim }: Taken, now: number): void {
    const delivery = this.deliveries.get(id);
    must(delivery !== undefined, "no attempt begins after the webhook was deleted");
    const { dueAt, leaseUntil } = delivery;
    must(
      delivery.state === "pending" || delivery.state === "sending",
      "an ended delivery stays ended",
    );
    must(dueAt !== null && dueAt <= now, "no attempt is early");
    if (delivery.state === "pending")
      Object.assign(delivery, { attempt: delivery.attempt + 1, lost: 0 });
    else {
      must(leaseUntil !== null && leaseUntil <= now, "a delivery has one lease at a time");
      this.#note(delivery, { startedAt: leaseUntil - LEASE, endedAt: now, failure: "lost" });
      delivery.lost += 1;
      this.#saw(delivery.lost === 5 ? "five runs lost" : "run lost");
    }
    must(delivery.attempt === attempt && delivery.attempt <= 7, "attempts 1 to 7 run in turn");
    must(delivery.lost === lost, "lost runs are counted");
    if (attempt === 2) this.#saw("second attempt");
    if (attempt === 7) this.#saw("seventh attempt");
    Object.assign(delivery, { state: "sending", claim, leaseUntil: now + LEASE });
  }

  #note(
    { id, attempt, claim, dueAt }: ModelDelivery,
    run: Pick<ModelAttempt, "startedAt" | "endedAt" | "failure">,
  ): void {
    const key = `${id} ${attempt} ${claim}`;
    if (this.attempts.has(key)) return;
    this.attempts.set(key, {
      deliveryId: id,
      number: attempt,
      claim: claim ?? "",
      dueAt: dueAt ?? 0,
      ...run,
    });
  }

  /**
   * Applies the results of one settlement. A result changes nothing if another claim has the
   * delivery.
   */
  settle(all: readonly (Taken & { result: ModelResult })[]): void {
    const isLast = ({ attempt, result }: (typeof all)[number]) =>
      result.failure !== null && attempt === 7;
    const isSlow = new Map<ModelWebhook, boolean>();
    for (const one of all.filter((each) => !isLast(each))) {
      const delivery = this.#ownOf(one);
      if (delivery === undefined) continue;
      const { at, failure } = one.result;
      this.#note(delivery, { startedAt: at, endedAt: at, failure });
      if (at >= (delivery.leaseUntil ?? at)) this.#saw("late result kept");
      const isDone = failure === null;
      Object.assign(delivery, {
        state: isDone ? "delivered" : "pending",
        dueAt: isDone ? null : at + (ATTEMPT_WAITS_S[delivery.attempt] ?? 0) * 1_000,
        endedAt: isDone ? at : null,
        leaseUntil: null,
        lost: 0,
      });
      const webhook = this.#webhookOf(delivery);
      isSlow.set(webhook, isSlow.get(webhook) === true || failure === "timeout");
    }
    for (const [webhook, slow] of isSlow) Object.assign(webhook, { isSlow: slow, isTried: true });
    for (const one of all.filter(isLast)) this.#die(one);
  }

  #die(one: Taken & { result: ModelResult }): void {
    const delivery = this.#ownOf(one);
    if (delivery === undefined) return;
    const { at, failure, status } = one.result;
    this.#note(delivery, { startedAt: at, endedAt: at, failure });
    Object.assign(delivery, { state: "dead", dueAt: null, leaseUntil: null, endedAt: at });
    const webhook = this.#webhookOf(delivery);
    Object.assign(webhook, { isSlow: failure === "timeout", isTried: true });
    if (!delivery.isLive) this.#saw("test died");
    if (delivery.replayOf !== null) this.#saw("replay died");
    if (!delivery.isLive || !webhook.isOpen) return;
    this.#saw("paused by a failure");
    const lastError = failure === "status" ? `HTTP ${status}` : failure;
    this.#pause(webhook, { at, reason: "failures", deliveryId: delivery.id, lastError });
  }

  #pause(webhook: ModelWebhook, { at, reason, deliveryId, lastError }: ModelPause): void {
    webhook.isOpen = false;
    this.announce({
      type: "webhook.paused",
      userId: webhook.userId,
      dedupKey: makeDedupKey("webhook.paused", webhook.id, at.toString()),
      // Later than the notice of the same transaction.
      createdAt: at + 1,
      data: JSON.stringify({
        webhook_id: webhook.id,
        name: null,
        origin: "https://hooks.example",
        reason,
        delivery_id: deliveryId,
        last_error: lastError,
        note: null,
        paused_at: new Date(at).toISOString(),
      }),
      assets: undefined,
      about: webhook.id,
    });
  }

  /** No secret could be decrypted: the attempt did not begin, and its webhook is paused. */
  pauseUnreadable(one: Taken, at: number): void {
    const delivery = this.deliveries.get(one.id);
    if (delivery === undefined) return;
    const webhook = this.#webhookOf(delivery);
    this.#giveBack(one);
    if (webhook.isOpen) {
      this.#pause(webhook, { at, reason: "secret", deliveryId: null, lastError: null });
    }
  }

  /** The attempt did not begin. */
  #giveBack(one: Taken): void {
    const delivery = this.#ownOf(one);
    if (delivery !== undefined) {
      Object.assign(delivery, {
        state: "pending",
        attempt: delivery.attempt - 1,
        leaseUntil: null,
      });
    }
  }

  #ownOf({ id, claim }: Taken): ModelDelivery | undefined {
    const delivery = this.deliveries.get(id);
    const isOurs = delivery?.state === "sending" && delivery.claim === claim;
    if (!isOurs) this.#saw("late result ignored");
    return isOurs ? delivery : undefined;
  }

  #webhookOf({ webhookId }: ModelDelivery): ModelWebhook {
    const webhook = this.webhooks.get(webhookId);
    must(webhook !== undefined, "a delivery belongs to a webhook");
    return webhook;
  }

  resume(webhook: ModelWebhook): void {
    if (webhook.isOpen) return;
    if (this.of(webhook.id).some(isWaiting)) this.#saw("resumed with a backlog");
    Object.assign(webhook, { isOpen: true, isSlow: false, isTried: false });
  }

  /** The waiting copy of a delivery. */
  copyOf(id: string): ModelDelivery | undefined {
    const one = this.deliveries.get(id);
    const root = one === undefined ? id : findRoot(one);
    return [...this.deliveries.values()].find((copy) => copy.replayOf === root && isWaiting(copy));
  }

  deadOf(webhook: ModelWebhook): ModelDelivery[] {
    const all = this.of(webhook.id);
    const isReplayed = (one: ModelDelivery) =>
      all.some((copy) => copy.replayOf === findRoot(one) && copy.position > one.position);
    return all.filter((one) => one.state === "dead" && one.isLive && !isReplayed(one));
  }

  remove(webhook: ModelWebhook): void {
    this.webhooks.delete(webhook.id);
    this.#forget(({ webhookId }) => webhookId === webhook.id);
  }

  /** Deletes ended deliveries and events from before a time. */
  cleanUp(before: number): void {
    this.#forget((one) => !isWaiting(one) && one.createdAt < before);
    for (const [key, { isFannedOut, createdAt }] of this.events) {
      if (isFannedOut && createdAt < before) this.events.delete(key);
    }
  }

  #forget(isGone: (one: ModelDelivery) => boolean): void {
    for (const [id, one] of this.deliveries) if (isGone(one)) this.deliveries.delete(id);
    for (const [key, { deliveryId }] of this.attempts) {
      if (!this.deliveries.has(deliveryId)) this.attempts.delete(key);
    }
  }
}
