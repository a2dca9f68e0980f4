/** Whether the page is inert, because something above it must be answered that is no modal dialog. */
import { createStore } from "./store.ts";

export const pageCover = createStore(false);
