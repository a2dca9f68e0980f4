"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentType, lazy, type RefObject, useEffect, useRef, useState } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AccountName, accountButton } from "#components/identity/account-name.tsx";
import { Button } from "#components/ui/button.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { MenuPlaceholder, notifyLoadFailed } from "#components/ui/menu.tsx";
import type { AccountMenuProps } from "./account-menu.tsx";
import { useWallet } from "./wallet-provider.tsx";
import { otherWallet } from "./wallet-state.ts";

const ConnectedMenu = lazy(() => import("./connected-menu.tsx"));
const WithoutWalletMenu = lazy(() => import("./without-wallet-menu.tsx"));

/** The wallet's state in the top bar: connect, sign in, or the account with its menu. */
export function WalletButton() {
  // Removing a focused button fires no blur. The flag then stays true, and the replacement takes the focus.
  const focused = useRef(false);
  return (
    <span
      className="flex min-w-0 items-center gap-1.5"
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
      <Button className="min-w-0" onClick={stopWaiting} title={text("signInAsked")}>
        <span className="truncate">{text("stopSigningIn")}</span>
      </Button>
    );
  }
  if (sessionAddress) {
    const placeholder = (
      <Button aria-disabled>
        <AccountName name={shortAddress(sessionAddress)} />
      </Button>
    );
    const other = otherWallet(wallet);
    return (
      <>
        {other === undefined ? null : (
          <Button className="min-w-0 !text-warn" onClick={() => void signInWithWallet()}>
            <span className="truncate">
              {text("otherWallet", { address: shortAddress(other) })}
            </span>
          </Button>
        )}
        <Isolated label="account menu" instead={placeholder}>
          <AccountButton address={sessionAddress} focused={focused} />
        </Isolated>
      </>
    );
  }
  if (wallet.withoutWallet) return <WithoutWallet />;
  if (connected) {
    return (
      <>
        <Button className="min-w-0" onClick={() => void signInWithWallet()}>
          <span className="truncate">{text("signIn")}</span>
        </Button>
        <LazyBoundary onFailure={() => undefined}>
          <ConnectedMenu connected={connected} />
        </LazyBoundary>
      </>
    );
  }
  return (
    <Button
      className="min-w-0"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => wallet.setDialogOpen(true)}
    >
      <span className="truncate">{text("connectWallet")}</span>
    </Button>
  );
}

/** For a session by email or a provider: trading needs a wallet. */
function WithoutWallet() {
  const { connected, prepare, signInWithWallet } = useWallet();
  const text = useText("wallet");
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Button
        className="min-w-0"
        title={text("signedInWithout")}
        onPointerEnter={prepare}
        onFocus={prepare}
        // Opens the list of wallets or, with a connected one, the choice between linking and switching.
        onClick={() => void signInWithWallet()}
      >
        <span className="truncate">{text(connected ? "chooseLink" : "connectWallet")}</span>
      </Button>
      <LazyBoundary onFailure={() => undefined}>
        <WithoutWalletMenu />
      </LazyBoundary>
    </span>
  );
}

type AccountButtonProps = {
  address: string;
  /** Whether the replaced button had the focus. */
  focused: RefObject<boolean>;
};

/**
 * The signed-in account. The menu's code is loaded later; until then, and on the server, a plain button takes a press.
 */
function AccountButton({ address, focused }: AccountButtonProps) {
  const text = useText("wallet");
  const holder = useRef<HTMLSpanElement>(null);
  const [AccountMenu, setAccountMenu] = useState<ComponentType<AccountMenuProps>>();
  const [isPressed, setPressed] = useState(false);
  // Loads again with each press, in case an earlier load failed.
  useEffect(() => {
    import("./account-menu.tsx").then(
      (code) => setAccountMenu(() => code.default),
      () => {
        if (!isPressed) return;
        setPressed(false);
        notifyLoadFailed();
      },
    );
  }, [isPressed]);
  // Takes the focus of the replaced sign-in button, and of this button when the menu replaces it.
  useEffect(() => {
    if (focused.current && document.activeElement === document.body)
      holder.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [AccountMenu, focused]);
  return (
    <span ref={holder} className="contents">
      {AccountMenu ? (
        <AccountMenu address={address} isPressed={isPressed} />
      ) : (
        <MenuPlaceholder
          label={text("account", { address: shortAddress(address) })}
          buttonClassName={accountButton}
          button={
            <>
              <AccountName name={shortAddress(address)} />
              <ChevronDown size={13} aria-hidden className="text-ink-muted max-[479px]:hidden" />
            </>
          }
          isPressed={isPressed}
          onPress={setPressed}
        />
      )}
    </span>
  );
}
