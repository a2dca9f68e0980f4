"use client";

import { CircleUser } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useWallet } from "./wallet-provider.tsx";
import type { ConnectedWallet } from "./wallet-state.ts";

/** A connected wallet before its sign-in: which one it is, and how to change it or let it go. */
export default function ConnectedMenu({ connected }: { connected: ConnectedWallet }) {
  const { setDialogOpen, disconnect } = useWallet();
  const text = useText("wallet");
  return (
    <Menu
      align="end"
      label={text("connectedWallet")}
      className="w-64"
      buttonClassName={buttonStyle({
        size: "icon",
        className: "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      })}
      button={<CircleUser size={15} aria-hidden />}
      heading={
        <>
          {text("connectedOnly", { wallet: connected.wallet.name })}
          <span dir="ltr" className="block pt-0.5 font-mono break-all text-ink-muted">
            {connected.account.address}
          </span>
        </>
      }
      entries={[
        { key: "change", label: text("changeWallet"), onSelect: () => setDialogOpen(true) },
        { key: "disconnect", label: text("disconnect"), onSelect: () => void disconnect() },
      ]}
    />
  );
}
