/** The faults that a test asks a venue proxy for: what happens, to which requests, and how often. */

import { z } from "zod";
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const faultSchema = z.strictObject({
  /**
   * - `drop_answer`: the connection ends without an answer.
   * - `silence`: the connection stays open, and no answer comes.
   * - `slow`: the answer comes `ms` later.
   * - `refuse`: the proxy refuses with `code`; the venue never sees the request.
   * - `alter`: each row of the answer has `value` in `field`, and lacks the field without a `value`.
   * - `clock_skew`: the venue's clock seems to be `ms` ahead, in `GET /v1/time` and in the check of signed timestamps.
   */
  kind: z.enum(["drop_answer", "silence", "slow", "refuse", "alter", "clock_skew"]),
  /** Whether the venue executes the request and the answer is hit (`after`), or the request is hit on its way (`before`). */
  when: z.enum(["before", "after"]).default("after"),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** The beginning of the path. */
  path: z.string().startsWith("/").optional(),
  /** Applies to signed writes of this account, and to requests with an API key that it made through the proxy. */
  account: z.string().optional(),
  ms: z.int().min(-HOUR_MS).max(HOUR_MS).default(0),
  field: z.string().default(""),
  value: z.json().optional(),
  code: z.enum(CODES).default("DRAINING"),
  /** Placeholder values for the text of the code. */
  context: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});

/** Includes the number of requests that it applies to. */
export const requestedFaultSchema = faultSchema.extend({ count: z.int().min(1).default(1) });

export type Fault = z.output<typeof faultSchema>;
export type FaultRequest = z.input<typeof requestedFaultSchema>;
/** A fault that waits for `left` more requests. */
export type WaitingFault = Fault & { id: number; left: number };

export function faultOf(terms: z.input<typeof faultSchema>): Fault {
  return faultSchema.parse(terms);
}

export class FaultList {
  #waiting: WaitingFault[] = [];
  #lastId = 0;

  /** @returns the id */
  add({ count, ...fault }: z.output<typeof requestedFaultSchema>): number {
    this.#lastId += 1;
    this.#waiting.push({ ...fault, id: this.#lastId, left: count });
    return this.#lastId;
  }

  /** Takes one request from the first fault that is for it. */
  take(request: { method: string; path: string; account: string | undefined }): Fault | undefined {
    const fault = this.#waiting.find((one) => isFor(one, request));
    if (fault === undefined) return undefined;
    fault.left -= 1;
    if (fault.left === 0) this.clear(fault.id);
    return fault;
  }

  list(): readonly WaitingFault[] {
    return this.#waiting;
  }

  /** Ends one fault, or all of them. @returns how many. */
  clear(id?: number): number {
    const before = this.#waiting.length;
    this.#waiting = id === undefined ? [] : this.#waiting.filter((one) => one.id !== id);
    return before - this.#waiting.length;
  }
}

function isFor(
  fault: Fault,
  { method, path, account }: { method: string; path: string; account: string | undefined },
): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path !== undefined && !path.startsWith(fault.path)) return false;
  return fault.account === undefined || fault.account === account;
}
