"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/panel.tsx";
import { useWallet } from "#components/wallet/wallet-provider.tsx";

/** In the place of an account's rows, for who is not signed in. */
export function SignInNotice() {
  const text = useText("account");
  const { connected, busy, signInWithWallet } = useWallet();
  return (
    <Notice title={text("signInToSee")}>
      <Button size="sm" aria-disabled={busy !== undefined} onClick={() => void signInWithWallet()}>
        {text(connected ? "signIn" : "connectWallet")}
      </Button>
    </Notice>
  );
}
