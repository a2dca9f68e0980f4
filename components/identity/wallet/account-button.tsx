"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { ComingMenu, sayNotLoaded } from "#components/ui/menu.tsx";
import type { AccountMenuProps } from "./account-menu.tsx";

type AccountButtonProps = {
  address: string;
  /** Whether the button in whose place it comes had the focus. */
  focused: RefObject<boolean>;
};

/**
 * The signed-in account. What its menu knows of the trading key is not on the page at first: until it is, and on the
 * server, the button alone is there, so that it hears a press.
 */
export function AccountButton({ address, focused }: AccountButtonProps) {
  const text = useText("wallet");
  const place = useRef<HTMLSpanElement>(null);
  const [AccountMenu, setAccountMenu] = useState<ComponentType<AccountMenuProps>>();
  const [isPressed, setPressed] = useState(false);
  // With each press again: what could not be loaded before may be there now.
  useEffect(() => {
    import("./account-menu.tsx").then(
      (code) => setAccountMenu(() => code.default),
      () => {
        if (!isPressed) return;
        setPressed(false);
        sayNotLoaded();
      },
    );
  }, [isPressed]);
  // It takes the place of the sign-in button, and the menu its own: their focus too. On a page that was signed in
  // before, nothing had it.
  useEffect(() => {
    if (focused.current && document.activeElement === document.body)
      place.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [AccountMenu, focused]);
  return (
    <span ref={place} className="contents">
      {AccountMenu ? (
        <AccountMenu address={address} isPressed={isPressed} />
      ) : (
        <ComingMenu
          label={text("account", { address: shortAddress(address) })}
          buttonClassName={buttonStyle({})}
          button={
            <>
              <bdi>{shortAddress(address)}</bdi>
              <ChevronDown size={13} aria-hidden className="text-ink-muted" />
            </>
          }
          isPressed={isPressed}
          onPress={setPressed}
        />
      )}
    </span>
  );
}
