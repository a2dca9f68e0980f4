"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/panel.tsx";

/** In the place of an account's rows, for who is not signed in, or is without a wallet. */
export function SignInNotice() {
  const text = useText("account");
  const { connected, busy, withoutWallet, signInWithWallet } = useWallet();
  return (
    <Notice title={text(withoutWallet ? "linkToSee" : "signInToSee")}>
      <Button
        size="sm"
        className="pointer-coarse:min-h-11"
        aria-disabled={busy !== undefined}
        onClick={() => void signInWithWallet()}
      >
        {text(withoutWallet ? "linkWallet" : connected ? "signIn" : "connectWallet")}
      </Button>
    </Notice>
  );
}
