/** Signing out from a page without a wallet: what this browser keeps of the account goes first, as on the trading page. */

import { signOut } from "#components/sign-in/next-auth-calls.ts";
import { announceSession } from "#components/sign-in/session-channel.ts";
import { forgetTradingKey } from "#components/trading-key/load-keys.ts";

/** A storage that hangs keeps nobody signed in for longer. */
const FORGET_WITHIN_MS = 6_000;

/** Answers false when the server was not reached and the session may live on; else the page is left. */
export async function leaveAccount(account: string | undefined): Promise<boolean> {
  await forgetAccount(account);
  if (!(await signOut())) return false;
  announceSession();
  window.location.assign("/sign-in?done=signed-out");
  return true;
}

/** Deletes the account's trading key and the name of its wallet from this browser. Never rejects. */
export async function forgetAccount(account: string | undefined): Promise<void> {
  localStorage.removeItem("svc.wallet");
  if (account === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FORGET_WITHIN_MS);
  });
  await Promise.race([forgetTradingKey(account).catch(() => undefined), silence]);
  clearTimeout(timer);
}
