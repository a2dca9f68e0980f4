"use client";

import { lateDialog } from "#components/trading/live/late-dialog.ts";
import FundingDialog from "#components/trading/markets/funding-dialog.tsx";
import ScaleDialog from "#components/trading/scale/scale-dialog.tsx";
import { useStore } from "#components/ui/use-store.ts";

/** The dialog that was asked for. */
export default function LateDialogs() {
  const open = useStore(lateDialog);
  const close = () => lateDialog.set(undefined);
  if (open === "scale") return <ScaleDialog onClose={close} />;
  return open === "funding" ? <FundingDialog onClose={close} /> : null;
}
