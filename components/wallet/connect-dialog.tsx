"use client";

import type { Wallet } from "@wallet-standard/base";
import { Dialog } from "#components/ui/dialog.tsx";
import { canSignMessages } from "./standard.ts";
import { useWallet } from "./wallet-provider.tsx";

/** The wallets that announced themselves. One that can not sign messages is listed, and says so. */
export default function ConnectDialog() {
  const { wallets, dialogOpen, setDialogOpen, connect, busy } = useWallet();
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
              <WalletRow
                wallet={wallet}
                disabled={busy !== undefined}
                onChoose={() => void connect(wallet)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

type WalletRowProps = { wallet: Wallet; disabled: boolean; onChoose: () => void };

function WalletRow({ wallet, disabled, onChoose }: WalletRowProps) {
  const able = canSignMessages(wallet);
  return (
    <button
      type="button"
      disabled={disabled || !able}
      onClick={onChoose}
      className="flex w-full items-center gap-3 rounded border border-line-strong bg-raised px-3 py-2 text-left text-sm hover:bg-hover disabled:cursor-not-allowed disabled:opacity-70"
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
