"use client";

import { ChevronDown, Copy, LogOut } from "lucide-react";
import { useEffect, useRef } from "react";
import { shortAddress } from "#components/format.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { notify } from "#components/ui/notify.ts";
import { useWallet } from "./wallet-provider.tsx";

/** The wallet's state in the top bar: connect, sign in, or the account with its menu. */
export function WalletButton() {
  const { connected, sessionAddress, busy, setDialogOpen, signInWithWallet, stopWaiting } =
    useWallet();
  // The same button through all states, so that it keeps the focus.
  if (busy === "signing-in") {
    return (
      <Button tone="primary" onClick={stopWaiting} title="The wallet asks for your signature.">
        Stop signing in
      </Button>
    );
  }
  if (sessionAddress) return <AccountMenu address={sessionAddress} away={!connected} />;
  if (connected) {
    return (
      <Button tone="primary" onClick={() => void signInWithWallet()}>
        Sign in
      </Button>
    );
  }
  return (
    <Button tone="primary" onClick={() => setDialogOpen(true)}>
      Connect wallet
    </Button>
  );
}

function AccountMenu({ address, away }: { address: string; away: boolean }) {
  const { connected, setDialogOpen, signOutAndDisconnect } = useWallet();
  const place = useRef<HTMLSpanElement>(null);
  // It takes the place of the sign-in button, and its focus too.
  useEffect(() => {
    if (connected && document.activeElement === document.body)
      place.current?.querySelector("button")?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only when it first appears
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notify({ tone: "neutral", text: "Address copied." }),
      () => notify({ tone: "bad", text: "The address could not be copied." }),
    );
  const name = connected?.wallet.name ?? "the wallet";
  return (
    <span ref={place} className="contents">
      <Menu
        align="end"
        label={`Account ${shortAddress(address)}`}
        className="w-72"
        buttonClassName={buttonStyle({})}
        button={
          <>
            {shortAddress(address)}
            <ChevronDown size={13} aria-hidden className="text-ink-muted" />
          </>
        }
        heading={
          <>
            {away ? "Signed in, wallet not connected" : `Signed in with ${name}`}
            <span className="block pt-0.5 font-mono break-all text-ink-muted">{address}</span>
          </>
        }
        entries={[
          {
            key: "copy",
            label: (
              <>
                <Copy size={14} aria-hidden /> Copy address
              </>
            ),
            onSelect: () => void copy(),
          },
          ...(away
            ? [{ key: "connect", label: "Connect wallet", onSelect: () => setDialogOpen(true) }]
            : []),
          {
            key: "sign-out",
            label: (
              <>
                <LogOut size={14} aria-hidden /> Sign out
              </>
            ),
            onSelect: () => void signOutAndDisconnect(),
          },
        ]}
      />
    </span>
  );
}
