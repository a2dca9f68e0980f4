"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ReferralNote } from "./referral-note.tsx";
import { WalletList } from "./wallet-list.tsx";
import { useWallet } from "./wallet-provider.tsx";

/**
 * Which wallet to connect; for who signs in without one, a link to the other ways. `referredBy`: code of the partner's link that the
 * browser followed.
 */
export default function ConnectDialog({ referredBy }: { referredBy: string | undefined }) {
  const { wallets, dialogOpen, setDialogOpen, connect, busy, stopWaiting } = useWallet();
  const { sessionAddress, withoutWallet } = useWallet();
  const text = useText("wallet");
  const isStranger = sessionAddress === undefined && !withoutWallet;
  return (
    <Dialog
      open={dialogOpen}
      onOpenChange={setDialogOpen}
      title={text("dialogTitle")}
      description={text("dialogText")}
      className="w-[min(94vw,400px)]"
    >
      {isStranger && referredBy !== undefined ? (
        <div className="mb-3 text-xs">
          <ReferralNote code={referredBy} />
        </div>
      ) : null}
      <WalletList
        wallets={wallets}
        waiting={busy === "connecting"}
        onChoose={(wallet) => void connect(wallet)}
        onStop={stopWaiting}
        onLook={() => setDialogOpen(false)}
      />
      {isStranger ? (
        <p className="mt-3 text-xs">
          <a
            href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`}
            className="text-accent underline underline-offset-2"
          >
            {text("otherWays")}
          </a>
        </p>
      ) : null}
    </Dialog>
  );
}
