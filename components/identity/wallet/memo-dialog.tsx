"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { MemoOffer } from "./memo-offer.tsx";
import { useWallet } from "./wallet-provider.tsx";

/** Offers the sign-in by a memo after a wallet has not signed the text. Not modal, because a wallet's window takes the focus. */
export default function MemoDialog() {
  const { memo, busy, signInByMemo, signInWithWallet, closeMemo } = useWallet();
  const text = useText("wallet");
  if (!memo) return null;
  const { connected, asked, problem } = memo;
  return (
    <Dialog
      open
      modal={false}
      onOpenChange={closeMemo}
      title={text("memoTitle")}
      description={text("memoIntro")}
      className="w-[min(94vw,460px)]"
    >
      <MemoOffer
        wallet={connected.wallet.name}
        asked={asked}
        problem={problem}
        busy={busy !== undefined}
        onSign={() => void signInByMemo()}
        onText={() => void signInWithWallet()}
      />
    </Dialog>
  );
}
