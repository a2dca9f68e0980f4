"use client";

import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** The store's value, also on the server and while the page hydrates. */
export function useStore<Value>({ subscribe, get, initial }: Omit<Store<Value>, "set">): Value {
  return useSyncExternalStore(subscribe, get, () => initial);
}
