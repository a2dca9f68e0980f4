"use client";

import { CircleUser } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useWallet } from "./wallet-provider.tsx";

/** The menu of a session by email or a provider. */
export default function WithoutWalletMenu() {
  const { signOutAndDisconnect } = useWallet();
  const text = useText("wallet");
  const bar = useText("appBar");
  return (
    <Menu
      align="end"
      label={text("withoutWallet")}
      className="w-64"
      buttonClassName={buttonStyle({
        size: "icon",
        className: "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      })}
      button={<CircleUser size={15} aria-hidden />}
      heading={text("signedInWithout")}
      entries={[
        { key: "settings", label: text("accountSettings"), href: "/settings" },
        { key: "approvals", label: text("approvals"), href: "/approvals" },
        { key: "partner", label: bar("partner"), href: "/partner" },
        { key: "developers", label: bar("developers"), href: "/developers" },
        {
          key: "sign-out",
          label: text("signOut"),
          onSelect: () => void signOutAndDisconnect(),
        },
      ]}
    />
  );
}
