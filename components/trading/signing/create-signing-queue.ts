/** Creates the signing queue with this page's wallet, clock and trading key. Loaded with a session. */

import { ensureClock } from "#components/data/clock-guard.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { askPolicy } from "#components/frame/preferences/order-preferences.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { hasLiveKey } from "#components/identity/browser-keys/key-view.ts";
import { signByKey } from "#components/identity/browser-keys/load-keys.ts";
import { signBytes } from "#components/identity/wallet/sign-bytes.ts";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { notify } from "#components/ui/notify.ts";
import { SigningQueue } from "./signing-queue.ts";

export function createSigningQueue(store: WalletStore): SigningQueue {
  return new SigningQueue({
    now: serverNow,
    steady: () => performance.now(),
    ensureClock,
    walletStatus: store.get,
    sign: signBytes,
    tradingKey: { isLive: hasLiveKey, sign: signByKey },
    reviews: () => askPolicy.get().mode !== "never",
    text: () => clientText("signing"),
    notify: (text) => notify({ tone: "neutral", text }),
  });
}
