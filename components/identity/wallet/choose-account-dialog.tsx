"use client";

import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useWallet } from "./wallet-provider.tsx";

/** Asks a user who signed in without a wallet whether to link the connected one or to sign in to its own account. */
export default function ChooseAccountDialog() {
  const { connected, chooseAccount, stopChoosing } = useWallet();
  const text = useText("wallet");
  if (!connected) return null;
  const address = shortAddress(connected.account.address);
  return (
    <Dialog
      open
      onOpenChange={stopChoosing}
      title={text("chooseTitle")}
      description={text("chooseText", { address })}
      className="w-[min(94vw,420px)]"
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <Button tone="primary" size="md" onClick={() => void chooseAccount("link")}>
            {text("chooseLink")}
          </Button>
          <p className="text-xs text-ink-muted">{text("chooseLinkHint")}</p>
        </div>
        <div className="flex flex-col gap-1.5">
          <Button size="md" onClick={() => void chooseAccount("switch")}>
            {text("chooseSwitch", { address })}
          </Button>
          <p className="text-xs text-ink-muted">{text("chooseSwitchHint")}</p>
        </div>
      </div>
    </Dialog>
  );
}
