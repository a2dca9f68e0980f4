/**
 * An account as one of the things that a tab follows: in the place of a market stands `@` and the address. Its events
 * are those of lib/protocol/wire/account-stream.ts, and `followed`.
 */
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

const MARK = "@";

export function accountMarket(account: string): string {
  return MARK + account;
}

export function isAccount(market: string): boolean {
  return market.startsWith(MARK);
}

export function isAccountEvent(text: string): text is AccountEventName {
  return (ACCOUNT_EVENTS as readonly string[]).includes(text);
}

/** Whether a record ends what it identifies: an order that is closed, or a position without a size. */
export function hasEnded(
  event: string,
  { status, size }: { status?: unknown; size?: unknown },
): boolean {
  if (event === "order") return status === "CLOSED";
  return event === "position" && !/[1-9]/.test(String(size));
}
