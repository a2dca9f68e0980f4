/** Loads the code that holds trading keys on demand; it is not part of the first load. */
import { clientText } from "#components/i18n/client-text.ts";
import { lazyModule } from "#components/ui/lazy-module.ts";
import { notify } from "#components/ui/notify.ts";
import { showTradingKey } from "./key-view.ts";

const RETRY_MS = 3_000;

const code = lazyModule(async () => (await import("./browser-keys.ts")).openBrowserKeys());
let followed: string | undefined;

export const browserKeys = code.load;

/** Follows the key of this account, the signed-in one. */
export function followTradingKey(account: string | undefined): void {
  const before = followed;
  followed = account;
  if (account === undefined && before === undefined && code.loaded() === undefined) return;
  if (typeof crypto.subtle === "undefined") {
    showTradingKey(account, { state: "unavailable" });
    return;
  }
  attach(account);
}

function attach(account: string | undefined): void {
  browserKeys()
    .then(({ keys }) => keys.attach(account))
    .catch(() => {
      showTradingKey(account, { state: "none" });
      // Retries, so that one timeout of a slow storage does not leave a live key unused.
      setTimeout(() => {
        if (followed === account) attach(account);
      }, RETRY_MS);
    });
}

/** Deletes the account's key at the end of a session. Rejects when it may still be in this browser. */
export async function forgetTradingKey(account: string): Promise<void> {
  const { keys } = await browserKeys();
  await keys.forget(account);
}

/** Deletes a key that the venue no longer accepts, and notifies the user. */
export async function forgetRefusedKey(account: string, pubkey: string): Promise<void> {
  const { keys } = await browserKeys();
  await keys.refused(account, pubkey);
}

/** Signs with the account's key. @throws Error with a message for the user when there is no live key */
export async function signByKey(
  account: string,
  message: Uint8Array,
): Promise<{ pubkey: string; signature: Uint8Array }> {
  const { keys, failureText } = await browserKeys();
  try {
    return await keys.sign(account, message);
  } catch (error) {
    throw new Error(failureText(error), { cause: error });
  }
}

/** Deletes the signed-in account's key from this browser at once, or says that it is still there. */
export async function stopTradingKey(): Promise<void> {
  try {
    const { keys } = await browserKeys();
    await keys.stop();
  } catch {
    notify({ tone: "bad", text: clientText("tradingKey")("notStopped") });
  }
}
