"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  openDeposit,
  openWithdraw,
} from "#components/trading/transfers/core/transfer-dialog-state.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Open the dialogs of transfers. */
export function TransferButtons({ className }: { className?: string }) {
  const text = useText("transfers");
  return (
    <span className={cn("flex items-center gap-1.5", className)}>
      <Button size="xs" className="pointer-coarse:min-h-11" onClick={openDeposit}>
        {text("deposit")}
      </Button>
      <Button size="xs" className="pointer-coarse:min-h-11" onClick={openWithdraw}>
        {text("withdraw")}
      </Button>
    </span>
  );
}
