/** Holds which transfer dialog is open. */
import { createStore } from "#components/ui/store.ts";

export type TransferDialog = "deposit" | "withdraw";

export const transferDialog = createStore<TransferDialog | undefined>(undefined);

export function openDeposit(): void {
  transferDialog.set("deposit");
}

export function openWithdraw(): void {
  transferDialog.set("withdraw");
}

export function closeTransferDialog(): void {
  transferDialog.set(undefined);
}
