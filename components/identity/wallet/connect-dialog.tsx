"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReferralCode } from "#components/identity/referral/referral-code.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { WalletList } from "./wallet-list.tsx";
import { useWallet } from "./wallet-provider.tsx";

/**
 * Lists the wallets to connect, with a link to the other sign-in methods. `referredBy`: code of the partner link that the
 * browser followed.
 */
export default function ConnectDialog({ referredBy }: { referredBy: string | undefined }) {
  const { wallets, dialogOpen, setDialogOpen, connect, busy, stopWaiting } = useWallet();
  const { sessionAddress, withoutWallet } = useWallet();
  const text = useText("wallet");
  const isSignedOut = sessionAddress === undefined && !withoutWallet;
  return (
    <Dialog
      open={dialogOpen}
      onOpenChange={setDialogOpen}
      title={text("dialogTitle")}
      description={text("dialogText")}
      className="w-[min(94vw,400px)]"
    >
      {isSignedOut ? (
        <div className="mb-3 text-xs">
          <ReferralCode followed={referredBy} />
        </div>
      ) : null}
      <WalletList
        wallets={wallets}
        waiting={busy === "connecting"}
        onChoose={(wallet) => void connect(wallet)}
        onStop={stopWaiting}
        onExplore={() => setDialogOpen(false)}
      />
      {isSignedOut ? (
        <a
          href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`}
          className={cn(buttonStyle({ size: "md" }), "mt-3 w-full")}
        >
          {text("otherWays")}
        </a>
      ) : null}
    </Dialog>
  );
}
