/** Signing out from a page without a wallet: what this browser keeps of the account goes first, as on the trading page. */

import { forgetTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { signOut } from "#components/identity/session/next-auth-calls.ts";
import { announceSession } from "#components/identity/session/session-channel.ts";
import { REMEMBERED } from "#components/identity/wallet/wallet-state.ts";

/** A storage that hangs keeps nobody signed in for longer. */
const FORGET_WITHIN_MS = 6_000;

/** Answers false when the server was not reached and the session may live on; else the page is left, for `to`. */
export async function leaveAccount(
  account: string | undefined,
  to = "/sign-in?done=signed-out",
): Promise<boolean> {
  await forgetAccount(account);
  if (!(await signOut())) return false;
  go(to);
  return true;
}

/** For a session that the server has ended already. */
export async function forgetAndGo(account: string | undefined, to: string): Promise<void> {
  await forgetAccount(account);
  go(to);
}

function go(to: string): void {
  announceSession();
  window.location.assign(to);
}

/** Deletes the account's trading key and the name of its wallet from this browser. Never rejects. */
async function forgetAccount(account: string | undefined): Promise<void> {
  try {
    localStorage.removeItem(REMEMBERED);
  } catch {
    // Nothing is kept where nothing can be.
  }
  if (account === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FORGET_WITHIN_MS);
  });
  await Promise.race([forgetTradingKey(account).catch(() => undefined), silence]);
  clearTimeout(timer);
}
