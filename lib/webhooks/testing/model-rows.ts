/**
 * The rows of the webhook model, and what follows from one row alone. Times are Unix milliseconds.
 */
import { createHash } from "node:crypto";
import type { AttemptFailure, WebhookEventType } from "#lib/protocol/webhooks.ts";

export type ModelWebhook = {
  id: string;
  userId: string;
  events: readonly WebhookEventType[];
  assets: readonly string[] | undefined;
  createdAt: number;
  isOpen: boolean;
  isSlow: boolean;
  isTried: boolean;
  maxPerSecond: number;
  tokens: number;
  filledAt: number;
  room: number;
  countedAt: number;
  skipped: number;
  skippedFrom: number | null;
  skippedTo: number | null;
};

export type ModelEvent = {
  type: WebhookEventType;
  userId: string;
  dedupKey: string;
  createdAt: number;
  data: string;
  assets: readonly string[] | undefined;
  about: string | undefined;
  isFannedOut: boolean;
};

export type ModelDelivery = {
  id: string;
  webhookId: string;
  type: WebhookEventType;
  dedupKey: string;
  eventAt: number;
  data: string;
  isLive: boolean;
  replayOf: string | null;
  state: "pending" | "sending" | "delivered" | "dead" | "canceled";
  attempt: number;
  dueAt: number | null;
  claim: string | null;
  leaseUntil: number | null;
  lost: number;
  endedAt: number | null;
  createdAt: number;
  /** From the database: the order of deliveries that are due at the same time. */
  position: number;
};

export type ModelAttempt = {
  deliveryId: string;
  number: number;
  claim: string;
  dueAt: number;
  startedAt: number;
  endedAt: number;
  failure: AttemptFailure | null;
};

export type Taken = { id: string; attempt: number; lost: number; claim: string };
export type ModelResult = { at: number; status: number | null; failure: AttemptFailure | null };

export function isWaiting({ state }: Pick<ModelDelivery, "state">): boolean {
  return state === "pending" || state === "sending";
}

/** The time of the webhook's first due attempt or first ending lease. */
export function earliestWorkTime(deliveries: readonly ModelDelivery[]): number {
  return Math.min(
    ...deliveries.map(({ state, dueAt, leaseUntil }) => {
      if (state === "pending") return dueAt ?? Number.POSITIVE_INFINITY;
      return state === "sending" ? (leaseUntil ?? 0) : Number.POSITIVE_INFINITY;
    }),
  );
}

export function computeTokens(
  { tokens, maxPerSecond, filledAt }: ModelWebhook,
  now: number,
): number {
  return Math.min(maxPerSecond, tokens + ((now - filledAt) * maxPerSecond) / 1_000);
}

export function byDue(a: ModelDelivery, b: ModelDelivery): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.position - b.position;
}

/** The id of the delivery that it repeats, or its own. */
export function findRoot({ id, replayOf }: ModelDelivery): string {
  return replayOf ?? id;
}

export function makeDedupKey(type: string, subject: string, version: string): string {
  return sha256(JSON.stringify([type, subject, version]));
}

/** The id of the delivery that an event makes for a webhook. */
export function makeDeliveryId(
  { id }: Pick<ModelWebhook, "id">,
  { dedupKey }: Pick<ModelEvent, "dedupKey">,
): string {
  return `wh_evt_${sha256(id + dedupKey).slice(0, 24)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
