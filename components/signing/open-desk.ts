/** The desk of this page, with this page's wallet, clock and trading key. Loaded with a session. */
import { clientText } from "#components/i18n/client-text.ts";
import { serverNow } from "#components/server-clock.ts";
import { hasLiveKey } from "#components/trading-key/key-view.ts";
import { signByKey } from "#components/trading-key/load-keys.ts";
import { notify } from "#components/ui/notify.ts";
import { signBytes } from "#components/wallet/sign-bytes.ts";
import type { WalletStore } from "#components/wallet/wallet-store.ts";
import { ensureClock } from "./clock-guard.ts";
import { SigningDesk } from "./signing-desk.ts";

export function openDesk(store: WalletStore): SigningDesk {
  return new SigningDesk({
    now: serverNow,
    steady: () => performance.now(),
    ensureClock,
    standing: store.get,
    sign: ({ wallet, account }, message) => signBytes(wallet, account, message),
    tradingKey: { isLive: hasLiveKey, sign: signByKey },
    text: () => clientText("signing"),
    tell: (text) => notify({ tone: "neutral", text }),
  });
}
