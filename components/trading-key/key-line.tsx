"use client";

import { KeyRound } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { openTradingKeyDialog } from "./dialog-state.ts";
import { stopTradingKey } from "./load-keys.ts";
import { useKeyWords } from "./use-key-words.ts";
import { useTradingKeyState } from "./use-trading-key.ts";

/** One line for the ticket's area: whether orders ask the wallet, how long they do not, and the way to change it. */
export default function KeyLine() {
  const text = useText("tradingKey");
  const key = useTradingKeyState();
  const { state, detail, soon } = useKeyWords();
  const live = key.state === "live";
  return (
    <section aria-label={text("title")} className="flex items-center gap-2 text-2xs">
      <button
        type="button"
        title={text("settings")}
        onClick={openTradingKeyDialog}
        className="flex min-w-0 flex-1 items-center gap-1.5 rounded py-1 text-start text-ink-muted hover:text-ink"
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
            else openTradingKeyDialog();
          }}
          className="shrink-0 rounded border border-line-strong px-1.5 py-0.5 text-ink hover:bg-hover max-lg:py-1.5"
        >
          {text(live ? "stopNow" : "turnOn")}
        </button>
      )}
    </section>
  );
}
