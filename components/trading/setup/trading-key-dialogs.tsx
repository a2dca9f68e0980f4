"use client";

import { lazy } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  closeTradingKeyDialog,
  openTradingKeyDialog,
  tradingKeyDialog,
} from "#components/identity/browser-keys/dialog-state.ts";
import { stopTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";

const TradingKeyDialog = lazy(() => import("./trading-key-dialog.tsx"));

/** The dialog and the commands of the trading key. Rendered once a page. */
export function TradingKeyDialogs() {
  const text = useText("tradingKey");
  const open = useStore(tradingKeyDialog);
  const { state } = useTradingKeyState();
  useCommands([
    {
      id: "account.trading-key",
      section: "account",
      title: text("commandOpen"),
      run: openTradingKeyDialog,
    },
    {
      id: "account.stop-trading-key",
      section: "account",
      title: text("commandStop"),
      unavailable: state === "live" ? undefined : text("noneToStop"),
      run: () => void stopTradingKey(),
    },
  ]);
  return open ? (
    <LazyBoundary onFailure={closeTradingKeyDialog}>
      <TradingKeyDialog />
    </LazyBoundary>
  ) : null;
}
