"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/panel.tsx";

/**
 * Shown in place of an account's rows to visitors, and to people without a wallet. `isElsewhere`: the page has a button to
 * connect a wallet already.
 */
export function SignInNotice({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const text = useText("account");
  const { connected, busy, withoutWallet, signInWithWallet } = useWallet();
  return (
    <Notice title={text(withoutWallet ? "linkToSee" : "signInToSee")}>
      {isElsewhere && !withoutWallet ? null : (
        <Button
          size="sm"
          className="pointer-coarse:min-h-11"
          aria-disabled={busy !== undefined}
          onClick={() => void signInWithWallet()}
        >
          {text(withoutWallet ? "linkWallet" : connected ? "signIn" : "connectWallet")}
        </Button>
      )}
    </Notice>
  );
}
