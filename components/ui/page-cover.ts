/** Whether the page is inert, because something above it that is not a modal dialog must be answered. */
import { createStore } from "./store.ts";

export const pageCover = createStore(false);
