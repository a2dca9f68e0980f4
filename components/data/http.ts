/** Same-origin requests that return failures instead of throwing them. */

import { isRecord } from "#lib/protocol/is-record.ts";
import { reachability } from "./reachability.ts";

export type Failure = {
  ok: false;
  /** 0 when there was no answer, or none that can be read. */
  status: number;
  code: string;
  message: string;
  data: unknown;
  /** How long the service asks to wait, where it says so in seconds. */
  retryAfterMs?: number;
};

/** `Body` is the contract of the endpoint (lib/protocol/wire), which its route checks. */
export type Answer<Body = unknown> = { ok: true; status: number; body: Body } | Failure;

const READ_TIMEOUT_MS = 10_000;

let roundTrip: number | undefined;

/** Duration of the last write or clock read in milliseconds; `undefined` before the first. */
export function lastRoundTrip(): number | undefined {
  return roundTrip;
}

export function noteRoundTrip(milliseconds: number): void {
  roundTrip = milliseconds;
}

let expectedUser: string | undefined;

/**
 * Sets the person whom the page shows. The server refuses requests with the session of another one (ACCOUNT_MISMATCH).
 */
export function expectUser(id: string | undefined): void {
  expectedUser = id;
}

/** A GET that never throws. `code` is of the error catalogue, or `NETWORK` without an answer. */
export function readJson<Body = unknown>(url: string, signal?: AbortSignal): Promise<Answer<Body>> {
  return sendJson(url, signal ? { signal } : {}, READ_TIMEOUT_MS);
}

/** A request with a JSON answer. Without an answer within `timeoutMs` it fails with status 0. */
export async function sendJson<Body = unknown>(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Answer<Body>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const started = performance.now();
  const headers = new Headers(init.headers);
  if (expectedUser !== undefined) headers.set("x-expected-user", expectedUser);
  try {
    const response = await fetch(url, { ...init, headers, signal, cache: "no-store" });
    reachability.set(true);
    if (init.method !== undefined && init.method !== "GET") {
      noteRoundTrip(performance.now() - started);
    }
    const body = await response.json().catch(() => undefined);
    if (response.ok && body === undefined && response.status !== 204) return UNREADABLE;
    if (response.ok) return { ok: true, status: response.status, body };
    return { ...failure(response.status, body), ...readRetryAfter(response.headers) };
  } catch {
    // A request that its caller gave up says nothing about the service.
    if (init.signal?.aborted !== true) reachability.set(false);
    return { ok: false, status: 0, code: "NETWORK", message: "No answer came.", data: undefined };
  }
}

/** A page of a proxy, for example: whether the service got the request is not known. */
const UNREADABLE: Failure = {
  ok: false,
  status: 0,
  code: "NO_BODY",
  message: "The service gave no answer that can be read.",
  data: undefined,
};

function failure(status: number, body: unknown): Failure {
  const fields = isRecord(body) ? body : {};
  return {
    ok: false,
    status,
    code: typeof fields.error === "string" ? fields.error : `HTTP_${status}`,
    message:
      typeof fields.message === "string" ? fields.message : `The service answered ${status}.`,
    data: fields.data,
  };
}

function readRetryAfter(headers: Headers): { retryAfterMs?: number } {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(seconds) ? { retryAfterMs: Number(seconds) * 1_000 } : {};
}
