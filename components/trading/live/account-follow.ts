/**
 * An account as one of the things that a tab follows: in the place of a market stands `@` and the address. Its events
 * are those of lib/protocol/wire/account-stream.ts, and `followed`.
 */
import { STREAM_EVENTS, type StreamEvent } from "#lib/protocol/market/market-data.ts";
import type { AccountStreamEventName } from "#lib/protocol/wire/account-stream.ts";

export type AccountEventName = AccountStreamEventName | "followed";

export const ACCOUNT_EVENTS = [
  "reset",
  "account",
  "order",
  "fill",
  "position",
  "transfer",
  "funding",
  "margin",
  "followed",
] as const satisfies readonly AccountEventName[];

/** Every event of a stream that carries an account. */
export const ALL_EVENTS: readonly (StreamEvent | AccountEventName)[] = [
  ...STREAM_EVENTS,
  ...ACCOUNT_EVENTS,
];

const MARK = "@";

export function accountMarket(account: string): string {
  return MARK + account;
}

export function isAccount(market: string): boolean {
  return market.startsWith(MARK);
}

/** Whether a record ends what it identifies: an order that is closed, or a position without a size. */
export function hasEnded(
  event: string,
  { status, size }: { status?: unknown; size?: unknown },
): boolean {
  if (event === "order") return status === "CLOSED";
  return event === "position" && !/[1-9]/.test(String(size));
}
