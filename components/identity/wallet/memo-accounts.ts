/** The accounts whose wallet has signed a memo in this browser, and no text since: those of hardware wallets. */

import { MEMO_ACCOUNTS } from "./wallet-state.ts";

/** False also where the browser keeps nothing. */
export function isMemoAccount(address: string): boolean {
  return read().includes(address);
}

export function noteMemoAccount(address: string, isMemo: boolean): void {
  const others = read().filter((one) => one !== address);
  if (!isMemo && others.length === read().length) return;
  try {
    localStorage.setItem(MEMO_ACCOUNTS, JSON.stringify(isMemo ? [...others, address] : others));
  } catch {
    // The page then offers the memo after each text that was not signed.
  }
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(MEMO_ACCOUNTS) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
