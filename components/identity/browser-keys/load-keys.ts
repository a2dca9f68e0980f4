/** Loads the code that holds trading keys: it is not part of the first load. */
import type { BrowserKeys } from "./browser-keys.ts";
import { showTradingKey } from "./key-view.ts";

const AGAIN_MS = 3_000;

let opened: Promise<BrowserKeys> | undefined;
let followed: string | undefined;

export function browserKeys(): Promise<BrowserKeys> {
  opened ??= import("./browser-keys.ts").then((module) => module.openBrowserKeys());
  // What could not be loaded is asked for again the next time.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Follows the key of the signed-in account from now on. */
export function followTradingKey(account: string | undefined): void {
  followed = account;
  if (account === undefined && opened === undefined) return;
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
      // One late answer of a slow computer's storage is no reason to leave a live key unused.
      setTimeout(() => {
        if (followed === account) attach(account);
      }, AGAIN_MS);
    });
}

/** At the end of a session: nothing of the account's key stays in this browser. Rejects when it may still be there. */
export async function forgetTradingKey(account: string): Promise<void> {
  const { keys } = await browserKeys();
  await keys.forget(account);
}

/** The venue no longer takes this key: it is deleted here, and the person is told. */
export async function forgetRefusedKey(account: string, pubkey: string): Promise<void> {
  const { keys } = await browserKeys();
  await keys.refused(account, pubkey);
}

/** Signs with the account's key. @throws Error whose message says for a person why there is none */
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

/** Deletes the signed-in account's key from this browser at once. */
export async function stopTradingKey(): Promise<void> {
  const { keys } = await browserKeys();
  await keys.stop();
}
