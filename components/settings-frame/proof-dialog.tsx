"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

/** Offers the account's ways to prove who is here. */
export default function ProofDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const text = useText("settingsFrame");
  return (
    <Dialog open onOpenChange={() => onEnd(false)} title={text("proofTitle")}>
      <p>{text("proofText")}</p>
    </Dialog>
  );
}
