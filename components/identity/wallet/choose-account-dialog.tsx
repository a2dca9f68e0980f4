"use client";

import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useWallet } from "./wallet-provider.tsx";

/**
 * Asks what the connected wallet is for. A user without a wallet links it or signs in to its own account; a user with another
 * one keeps the account or signs in with this wallet.
 */
export default function ChooseAccountDialog() {
  const { connected, sessionAddress, chooseAccount, stopChoosing } = useWallet();
  const text = useText("wallet");
  if (!connected) return null;
  const address = shortAddress(connected.account.address);
  return (
    <Dialog
      open
      onOpenChange={stopChoosing}
      title={text("chooseTitle")}
      description={
        sessionAddress === undefined
          ? text("chooseText", { address })
          : text("otherWalletText", { address, account: shortAddress(sessionAddress) })
      }
      className="w-[min(94vw,420px)]"
    >
      <div className="flex flex-col gap-4">
        {sessionAddress === undefined ? (
          <div className="flex flex-col gap-1.5">
            <Button tone="primary" size="md" onClick={() => void chooseAccount("link")}>
              {text("chooseLink")}
            </Button>
            <p className="text-xs text-ink-muted">{text("chooseLinkHint")}</p>
          </div>
        ) : (
          <Button tone="primary" size="md" onClick={stopChoosing}>
            {text("keepAccount", { account: shortAddress(sessionAddress) })}
          </Button>
        )}
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
