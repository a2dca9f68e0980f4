/** Whether the trading key dialog is open; any part of the page may open it. */
import { createStore } from "#components/ui/store.ts";

export const tradingKeyDialog = createStore(false);

export function openTradingKeyDialog(): void {
  tradingKeyDialog.set(true);
}

export function closeTradingKeyDialog(): void {
  tradingKeyDialog.set(false);
}
