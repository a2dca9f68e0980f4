"use client";

import { ChevronDown, Copy, LogOut } from "lucide-react";
import { toast } from "sonner";
import { shortAddress } from "#components/format.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#components/ui/menu.tsx";
import { useWallet } from "./wallet-provider.tsx";

/** The wallet's state in the top bar: connect, sign in, or the account with its menu. */
export function WalletButton() {
  const { connected, sessionAddress, busy, setDialogOpen, signInWithWallet } = useWallet();
  if (busy === "signing-in") {
    return (
      <Button tone="primary" disabled>
        Waiting for the wallet…
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
    <Button tone="primary" disabled={busy !== undefined} onClick={() => setDialogOpen(true)}>
      Connect wallet
    </Button>
  );
}

function AccountMenu({ address, away }: { address: string; away: boolean }) {
  const { connected, setDialogOpen, signOutAndDisconnect } = useWallet();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.message("Address copied."),
      () => toast.error("The address could not be copied."),
    );
  return (
    <Menu
      align="end"
      className="w-72"
      trigger={
        <Button aria-label={`Account ${address}`}>
          {shortAddress(address)}
          <ChevronDown size={13} aria-hidden className="text-ink-muted" />
        </Button>
      }
    >
      <MenuLabel>
        {away
          ? "Signed in, wallet not connected"
          : `Signed in with ${connected?.wallet.name ?? "the wallet"}`}
      </MenuLabel>
      <p className="px-2 pb-1.5 font-mono text-2xs break-all text-ink-muted">{address}</p>
      <MenuItem onSelect={() => void copy()}>
        <Copy size={14} aria-hidden /> Copy address
      </MenuItem>
      {away ? <MenuItem onSelect={() => setDialogOpen(true)}>Connect wallet</MenuItem> : null}
      <MenuItem onSelect={() => void signOutAndDisconnect()}>
        <LogOut size={14} aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
