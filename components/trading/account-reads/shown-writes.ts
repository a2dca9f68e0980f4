/** When what a write has done is shown. Loaded with a session. */
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { refreshAccount } from "./account-store.ts";

/** An order in the version to which a write has led. */
export type WrittenOrder = Pick<OrderRecord, "id" | "seq_no">;

type Show = (orders: readonly WrittenOrder[]) => Promise<void>;

let show: Show | undefined;
let lastWrite: Promise<void> = Promise.resolve();

/** A write has ended, and led to these orders: resolves once the account's stream shows them, or all was read again. */
export function showWrite(orders: readonly WrittenOrder[]): Promise<void> {
  lastWrite = (show ?? refreshAccount)(orders);
  return lastWrite;
}

/** Resolves once the last write is shown. */
export function lastWriteShown(): Promise<void> {
  return lastWrite;
}

/** For the code that follows the stream; `undefined` where there is none. */
export function setShow(next: Show | undefined): void {
  show = next;
}
