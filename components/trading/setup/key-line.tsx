"use client";

import { KeyRound } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { openTradingKeyDialog } from "#components/identity/browser-keys/dialog-state.ts";
import { stopTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useTradingKeyStatus } from "#components/identity/browser-keys/use-trading-key-status.ts";
import { isMemoAccount } from "#components/identity/wallet/memo-accounts.ts";
import { cn } from "#components/ui/class-names.ts";

type KeyLineProps = {
  /** Opens the key's dialog, loading it first where needed. */
  onOpen?: () => void;
  /** True while the dialog is loading. */
  pending?: boolean;
  /** For pages where controls have touch size. */
  roomy?: boolean;
  /** The signed-in account: one of a hardware wallet needs the key to trade. */
  account?: string | undefined;
};

/** One line above the ticket: whether orders need the wallet, until when they do not, and a button that changes it. */
export default function KeyLine({
  onOpen = openTradingKeyDialog,
  pending = false,
  roomy = false,
  account,
}: KeyLineProps) {
  const text = useText("tradingKey");
  const key = useTradingKeyState();
  const { state, detail, soon } = useTradingKeyStatus();
  const live = key.state === "live";
  const isHardware = account !== undefined && isMemoAccount(account);
  return (
    <section
      aria-label={text("title")}
      className={cn("flex flex-wrap items-center gap-x-2", roomy ? "text-xs" : "text-2xs")}
    >
      {isHardware && !live ? <p className="w-full text-warn">{text("hardwareTrades")}</p> : null}
      <button
        type="button"
        title={text("settings")}
        aria-busy={pending}
        onClick={onOpen}
        className={cn(
          "flex min-w-0 flex-1 items-center gap-1.5 rounded py-1 text-start text-ink-muted hover:text-ink",
          roomy && "pointer-coarse:min-h-11",
        )}
      >
        <KeyRound size={12} aria-hidden className={cn("shrink-0", live && "text-accent")} />
        <span className="min-w-0 truncate">
          <span className={live ? "text-ink" : undefined}>{state}</span>
          {detail === undefined ? null : (
            <span className={soon ? "text-warn" : undefined}> · {detail}</span>
          )}
        </span>
      </button>
      {key.state === "unavailable" ? null : (
        <button
          type="button"
          onClick={() => {
            if (live) void stopTradingKey();
            else if (!pending) onOpen();
          }}
          aria-disabled={pending && !live}
          className={cn(
            "shrink-0 rounded border border-line-strong px-1.5 py-0.5 text-ink hover:bg-hover aria-disabled:opacity-50 max-lg:py-1.5",
            roomy && "px-2.5 py-1 pointer-coarse:min-h-11",
          )}
        >
          {text(live ? "stopNow" : "turnOn")}
        </button>
      )}
    </section>
  );
}
