/** Whether the dialog that sets up trading is open, and whether the venue of this page is simulated. */
import { createStore } from "#components/ui/store.ts";

export const setupDialog = createStore(false);

/** Set by the page, which knows the venue. A simulated venue has a faucet. */
export const simulatedVenue = createStore(false);

export function openSetup(): void {
  setupDialog.set(true);
}

export function closeSetup(): void {
  setupDialog.set(false);
}
