"use client";

import type { Wallet } from "@wallet-standard/base";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { canSignMessages } from "./standard.ts";
import { useWallet } from "./wallet-provider.tsx";

/** The wallets that announced themselves. One that can not sign messages is listed, and says so. */
export default function ConnectDialog() {
  const { wallets, dialogOpen, setDialogOpen, connect, busy, stopWaiting } = useWallet();
  const waiting = busy === "connecting";
  return (
    <Dialog
      open={dialogOpen}
      onOpenChange={setDialogOpen}
      title="Connect a wallet"
      description="The wallet signs your sign-in and each order. It asks you every time; this site can not move your funds."
      className="w-[min(94vw,380px)]"
    >
      {wallets.length === 0 ? (
        <p className="text-xs text-ink-muted">
          No Solana wallet was found in this browser. Install one and come back to this page.
        </p>
      ) : (
        <ul aria-label="Wallets" className="flex flex-col gap-1.5">
          {wallets.map((wallet) => (
            <li key={wallet.name}>
              <WalletRow wallet={wallet} waiting={waiting} onChoose={() => void connect(wallet)} />
            </li>
          ))}
        </ul>
      )}
      {waiting ? (
        <div className="mt-3 flex items-center justify-between gap-3">
          <output className="text-xs text-ink-muted">Waiting for the wallet to answer…</output>
          <Button size="sm" onClick={stopWaiting}>
            Stop waiting
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}

type WalletRowProps = { wallet: Wallet; waiting: boolean; onChoose: () => void };

function WalletRow({ wallet, waiting, onChoose }: WalletRowProps) {
  const able = canSignMessages(wallet);
  return (
    <button
      type="button"
      disabled={!able}
      aria-disabled={waiting}
      onClick={() => {
        if (!waiting) onChoose();
      }}
      className="flex w-full items-center gap-3 rounded border border-line-strong bg-raised px-3 py-2 text-left text-sm hover:bg-hover disabled:cursor-not-allowed disabled:opacity-70 aria-disabled:cursor-not-allowed aria-disabled:opacity-70"
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- a data URL of the wallet, nothing to optimise */}
      <img src={wallet.icon} alt="" width={24} height={24} className="rounded" />
      <span className="flex-1">
        {wallet.name}
        {able ? null : (
          <span className="block text-2xs text-ink-muted">
            It can not sign messages, which sign-in and orders need.
          </span>
        )}
      </span>
    </button>
  );
}
