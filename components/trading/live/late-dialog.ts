/** The dialog of the market that is open. One at a time: their code is loaded together, with the first. */
import { createStore } from "#components/ui/store.ts";

export const lateDialog = createStore<"scale" | "funding" | undefined>(undefined);

export const openScale = () => lateDialog.set("scale");
export const openFunding = () => lateDialog.set("funding");
