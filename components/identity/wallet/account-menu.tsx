"use client";

import {
  ChevronDown,
  CircleStop,
  CircleUser,
  ClipboardCheck,
  Code,
  Copy,
  KeyRound,
  LogOut,
  Percent,
  UserCog,
} from "lucide-react";
import type { ReactNode } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AccountName, accountButton } from "#components/identity/account-name.tsx";
import { openTradingKeyDialog } from "#components/identity/browser-keys/dialog-state.ts";
import { stopTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useTradingKeyStatus } from "#components/identity/browser-keys/use-trading-key-status.ts";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuEntry } from "#components/ui/menu-props.ts";
import { notify } from "#components/ui/notify.ts";
import { useWallet } from "./wallet-provider.tsx";

export type AccountMenuProps = {
  address: string;
  /** The replaced button was pressed: open at once. */
  isPressed: boolean;
};

/** The menu of the signed-in account: address, trading key and account pages. */
export default function AccountMenu({ address, isPressed }: AccountMenuProps) {
  const { connected } = useWallet();
  const text = useText("wallet");
  const key = useTradingKeyState();
  const status = useTradingKeyStatus();
  const entries = useEntries(address);
  return (
    <Menu
      align="end"
      label={text("account", { address: shortAddress(address) })}
      className="w-72"
      buttonClassName={accountButton}
      button={
        <>
          {key.state === "live" ? (
            <KeyRound size={12} aria-hidden className="text-accent max-[479px]:hidden" />
          ) : null}
          <AccountName name={shortAddress(address)} />
          <ChevronDown size={13} aria-hidden className="text-ink-muted max-[479px]:hidden" />
        </>
      }
      heading={
        <>
          {connected
            ? text("signedInWith", { wallet: connected.wallet.name })
            : text("signedInAway")}
          <span dir="ltr" className="block pt-0.5 font-mono break-all text-ink-muted">
            {address}
          </span>
          <span className="block pt-1 text-ink-muted">
            {status.state}
            {status.detail === undefined ? "" : ` · ${status.detail}`}
          </span>
        </>
      }
      entries={entries}
      isPressed={isPressed}
    />
  );
}

function useEntries(address: string): MenuEntry[] {
  const { connected, setDialogOpen, signOutAndDisconnect } = useWallet();
  const text = useText("wallet");
  const bar = useText("appBar");
  const { state } = useTradingKeyState();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notify({ tone: "neutral", text: text("addressCopied") }),
      () => notify({ tone: "bad", text: text("addressNotCopied") }),
    );
  const stop = {
    key: "stop-key",
    label: labelOf(<CircleStop size={14} aria-hidden />, text("stopTradingKey")),
    onSelect: () => void stopTradingKey(),
  };
  const connect = {
    key: "connect",
    label: text("connectWallet"),
    onSelect: () => setDialogOpen(true),
  };
  return [
    {
      key: "copy",
      label: labelOf(<Copy size={14} aria-hidden />, text("copyAddress")),
      onSelect: () => void copy(),
    },
    ...(connected ? [] : [connect]),
    {
      key: "pages",
      label: labelOf(<CircleUser size={14} aria-hidden />, text("accountPages")),
      href: "/account",
    },
    {
      key: "approvals",
      label: labelOf(<ClipboardCheck size={14} aria-hidden />, text("approvals")),
      href: "/approvals",
    },
    {
      key: "settings",
      label: labelOf(<UserCog size={14} aria-hidden />, text("accountSettings")),
      href: "/settings",
    },
    {
      key: "partner",
      label: labelOf(<Percent size={14} aria-hidden />, bar("partner")),
      href: "/partner",
    },
    {
      key: "developers",
      label: labelOf(<Code size={14} aria-hidden />, bar("developers")),
      href: "/developers",
    },
    {
      key: "trading-key",
      label: labelOf(<KeyRound size={14} aria-hidden />, text("tradingKey")),
      onSelect: openTradingKeyDialog,
    },
    ...(state === "live" ? [stop] : []),
    {
      key: "sign-out",
      label: labelOf(<LogOut size={14} aria-hidden />, text("signOut")),
      onSelect: () => void signOutAndDisconnect(),
    },
  ];
}

function labelOf(icon: ReactNode, text: string): ReactNode {
  return (
    <>
      {icon} {text}
    </>
  );
}
