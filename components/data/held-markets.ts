/** The markets in which the signed-in account has a position: their symbols, sorted, with spaces between them; empty while unknown. */
import { createStore } from "#components/ui/store.ts";

export const heldMarkets = createStore("");
