/** Whether the trading key dialog is open; any part of the page may open it. */

let open = false;
const listeners = new Set<() => void>();

export function isTradingKeyDialogOpen(): boolean {
  return open;
}

export function onTradingKeyDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openTradingKeyDialog(): void {
  setOpen(true);
}

export function closeTradingKeyDialog(): void {
  setOpen(false);
}

function setOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}
