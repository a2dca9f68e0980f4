"use client";

import { CircleUser } from "lucide-react";
import type { Route } from "next";
import { type RefObject, useRef } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { AccountButton } from "./account-button.tsx";
import { useWallet } from "./wallet-provider.tsx";

/** The wallet's state in the top bar: connect, sign in, or the account with its menu. */
export function WalletButton() {
  // Nobody is told of the end of a focus whose button is taken away: then it is due to what comes in its place.
  const focused = useRef(false);
  return (
    <span
      className="contents"
      onFocus={() => {
        focused.current = true;
      }}
      onBlur={() => {
        focused.current = false;
      }}
    >
      <ButtonOrMenu focused={focused} />
    </span>
  );
}

function ButtonOrMenu({ focused }: { focused: RefObject<boolean> }) {
  const wallet = useWallet();
  const { connected, sessionAddress, busy, prepare, signInWithWallet, stopWaiting } = wallet;
  const text = useText("wallet");
  // The same button through all states, so that it keeps the focus.
  if (busy === "signing-in") {
    return (
      <Button tone="primary" onClick={stopWaiting} title={text("signInAsked")}>
        {text("stopSigningIn")}
      </Button>
    );
  }
  if (sessionAddress) {
    const place = <Button aria-disabled>{shortAddress(sessionAddress)}</Button>;
    return (
      <Isolated label="account menu" instead={place}>
        <AccountButton address={sessionAddress} focused={focused} />
      </Isolated>
    );
  }
  if (wallet.withoutWallet) return <WithoutWallet />;
  if (connected) {
    return (
      <Button tone="primary" onClick={() => void signInWithWallet()}>
        {text("signIn")}
      </Button>
    );
  }
  return (
    <Button
      tone="primary"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => wallet.setDialogOpen(true)}
    >
      {text("connect")}
    </Button>
  );
}

/** Somebody is signed in, by mail or a provider, who needs a wallet to trade. */
function WithoutWallet() {
  const { connected, prepare, signInWithWallet, signOutAndDisconnect } = useWallet();
  const text = useText("wallet");
  return (
    <span className="flex items-center gap-1.5">
      <Button
        tone="primary"
        title={text("signedInWithout")}
        onPointerEnter={prepare}
        onFocus={prepare}
        // Opens the list of wallets, or, with one connected, the question whose it is.
        onClick={() => void signInWithWallet()}
      >
        {text(connected ? "chooseLink" : "connect")}
      </Button>
      <Menu
        align="end"
        label={text("withoutWallet")}
        className="w-64"
        buttonClassName={buttonStyle({ size: "icon" })}
        button={<CircleUser size={15} aria-hidden />}
        heading={text("signedInWithout")}
        entries={[
          { key: "settings", label: text("settings"), href: "/settings" as Route },
          {
            key: "sign-out",
            label: text("signOut"),
            onSelect: () => void signOutAndDisconnect(),
          },
        ]}
      />
    </span>
  );
}
