/**
 * Writes on their way to the venue. A write without a 2xx within 5 s is unknown, not failed: it stays in the list,
 * is looked for at the venue by its digest, and is never signed and sent a second time.
 */
import { type Failure, sendJson } from "#components/http.ts";
import { serverNow } from "#components/server-clock.ts";
import { SIGNATURE_LIFETIME_MS, type SignedWrite } from "#components/signing/requests.ts";
import type { OrderRecord, PlacedOrder } from "#lib/protocol/orders.ts";
import { findOrder } from "./find-order.ts";

export type WriteTarget = {
  kind: "place" | "cancel";
  market: string;
  /** For people: `Buy 0.01 at 64,000.0`. */
  summary: string;
  /** The order that a cancel names. */
  orderId: string | undefined;
};

/** `sending` has left this page; `unknown` has left it and has no answer. */
export type PendingWrite = WriteTarget & {
  digest: string;
  account: string;
  timestamp: number;
  state: "sending" | "unknown";
};

export type WriteResult =
  | { state: "accepted"; order: OrderRecord }
  | { state: "rejected"; code: string; message: string }
  /** The venue's window for these bytes has closed and it does not know them. */
  | { state: "never-arrived" };

const ANSWER_TIMEOUT_MS = 5_000;
const LOOK_AFTER_MS = [0, 1_000, 2_000, 4_000, 8_000] as const;
const STORAGE = "svc.pending-writes";

/** A record older than this says nothing that the order list does not say. */
const FORGOTTEN_AFTER_MS = 600_000;

let pending: readonly PendingWrite[] = [];
/** Whose orders can be read now: a write of another account waits until its own signs in again. */
let reader: string | undefined;
const readerListeners = new Set<() => void>();
/** Digests that this page has handled: other tabs' writes in the store are left alone. */
const handledHere = new Set<string>();
const listeners = new Set<() => void>();

export function pendingWrites(): readonly PendingWrite[] {
  return pending;
}

export function onPendingWrites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the signed-in account, or none. */
export function setWritesReader(account: string | undefined): void {
  reader = account;
  for (const listener of readerListeners) listener();
}

/**
 * Sends a signed write once and follows it to its end, however long the answer takes.
 * @throws TypeError when the signature is for another request than `target`: then nothing is sent.
 */
export async function sendWrite(signed: SignedWrite, target: WriteTarget): Promise<WriteResult> {
  requireOwnSignature(signed, target);
  const write: PendingWrite = {
    ...target,
    digest: signed.digest,
    account: signed.account,
    timestamp: signed.timestamp,
    state: "sending",
  };
  // Recorded before the request, so that a tab closed in flight finds it again.
  record(write);
  const { method, path, body } = signed.draft;
  const answer = await sendJson(path, { method, headers: signed.headers, body }, ANSWER_TIMEOUT_MS);
  const result = answer.ok ? accepted(write, answer.body) : refusedFor(write, answer);
  if (result) {
    forget(write.digest);
    return result;
  }
  record({ ...write, state: "unknown" });
  return resolveWrite(write);
}

/** Looks for a write at the venue until it is found or can no longer arrive. */
export async function resolveWrite(write: PendingWrite): Promise<WriteResult> {
  const startedAt = Date.now();
  for (const delay of LOOK_AFTER_MS) {
    await wait(startedAt + delay - Date.now());
    await untilReadable(write.account);
    const look = await findOrder(write);
    if (look.found) return settled(write, look.order);
  }
  for (;;) {
    await wait(Math.max(1_000, write.timestamp + SIGNATURE_LIFETIME_MS + 1_000 - serverNow()));
    await untilReadable(write.account);
    const look = await findOrder(write);
    if (look.found) return settled(write, look.order);
    // Only an answered read proves absence; while the venue is silent, the write stays unknown.
    if (look.answered) {
      forget(write.digest);
      return { state: "never-arrived" };
    }
  }
}

/** Takes up the writes that an earlier page of this browser left without an answer. */
export function recoverWrites(
  account: string,
  onResult: (write: PendingWrite, result: WriteResult) => void,
): void {
  for (const write of readStored()) {
    if (write.account !== account || pending.some((one) => one.digest === write.digest)) continue;
    const unknown: PendingWrite = { ...write, state: "unknown" };
    record(unknown);
    void resolveWrite(unknown).then((result) => onResult(unknown, result));
  }
}

/** What was signed must be what `target` says is sent. */
function requireOwnSignature({ draft }: SignedWrite, target: WriteTarget): void {
  const operation = target.kind === "place" ? "place_order" : "cancel_order";
  const path = target.kind === "place" ? "/orders" : `/orders/${target.orderId ?? ""}`;
  const { market } = JSON.parse(draft.body) as { market?: unknown };
  if (draft.operation !== operation || !draft.path.endsWith(path) || market !== target.market)
    throw new TypeError("The signature is for another request. Nothing was sent.");
}

/**
 * The venue answers a write with the order itself; anything else with a 2xx, another order included, leaves the
 * write unknown.
 */
function accepted(write: PendingWrite, body: unknown): WriteResult | undefined {
  if (!isOrder(body)) return undefined;
  const own = write.kind === "place" ? body.digest === write.digest : body.id === write.orderId;
  return own ? { state: "accepted", order: body } : undefined;
}

function isOrder(body: unknown): body is PlacedOrder {
  if (typeof body !== "object" || body === null) return false;
  const { id, digest, status } = body as Record<string, unknown>;
  return typeof id === "string" && typeof digest === "string" && typeof status === "string";
}

/** A refusal that settles the matter; `undefined` leaves the write unknown (no answer, or a 5xx). */
function refusedFor(write: PendingWrite, answer: Failure): WriteResult | undefined {
  if (answer.code === "DUPLICATE_REQUEST")
    return accepted(write, answer.data) ?? refusedBefore(answer.data);
  const definite = answer.status >= 400 && answer.status < 500;
  return definite ? { state: "rejected", code: answer.code, message: answer.message } : undefined;
}

/** The same bytes had been refused: the duplicate's data is that refusal. */
function refusedBefore(data: unknown): WriteResult | undefined {
  const { error, message } = (data ?? {}) as { error?: unknown; message?: unknown };
  if (typeof error !== "string" || typeof message !== "string") return undefined;
  return { state: "rejected", code: error, message };
}

function settled(write: PendingWrite, order: OrderRecord): WriteResult {
  forget(write.digest);
  return { state: "accepted", order };
}

function record(write: PendingWrite): void {
  publish([...pending.filter((one) => one.digest !== write.digest), write]);
}

function forget(digest: string): void {
  publish(pending.filter((one) => one.digest !== digest));
}

function publish(next: readonly PendingWrite[]): void {
  pending = next;
  for (const write of next) handledHere.add(write.digest);
  const others = readStored().filter((write) => !handledHere.has(write.digest));
  localStorage.setItem(STORAGE, JSON.stringify([...others, ...next]));
  for (const listener of listeners) listener();
}

function isLive(write: PendingWrite): boolean {
  return serverNow() - write.timestamp < FORGOTTEN_AFTER_MS;
}

function readStored(): PendingWrite[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? "[]");
    return Array.isArray(stored) ? (stored as PendingWrite[]).filter(isLive) : [];
  } catch {
    return [];
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

function untilReadable(account: string): Promise<void> {
  if (reader === account) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (reader !== account) return;
      readerListeners.delete(look);
      resolve();
    };
    readerListeners.add(look);
  });
}
