/** Whether the form of a scale order is open. It is no part of the ticket, which only opens it. */
import { createStore } from "#components/ui/store.ts";

export const scaleOpen = createStore(false);

export function openScale(): void {
  scaleOpen.set(true);
}
