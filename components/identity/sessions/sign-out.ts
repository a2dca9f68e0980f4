/** Signs out on pages without a wallet, and first deletes what this browser keeps of the account. */

import { forgetTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { signOut } from "#components/identity/session/next-auth-calls.ts";
import { announceSession } from "#components/identity/session/session-channel.ts";
import { REMEMBERED } from "#components/identity/wallet/wallet-state.ts";

/** A storage that hangs must not delay the sign-out for longer. */
const FORGET_WITHIN_MS = 6_000;

/** Signs out and goes to `to`. False when the server did not respond: the session may still be valid. */
export async function signOutAndForget(
  account: string | undefined,
  to = "/sign-in?done=signed-out",
): Promise<boolean> {
  await forgetAccount(account);
  if (!(await signOut())) return false;
  go(to);
  return true;
}

/** For a session that the server has ended. */
export async function forgetAccountAndGo(account: string | undefined, to: string): Promise<void> {
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
    // Without storage nothing was kept.
  }
  if (account === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FORGET_WITHIN_MS);
  });
  await Promise.race([forgetTradingKey(account).catch(() => undefined), silence]);
  clearTimeout(timer);
}
