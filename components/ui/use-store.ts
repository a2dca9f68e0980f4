"use client";

import { useSyncExternalStore } from "react";
import type { LazyModule } from "./lazy-module.ts";
import type { Store } from "./store.ts";

/** The store's value, also on the server and while the page hydrates. */
export function useStore<Value>({ subscribe, get, initial }: Omit<Store<Value>, "set">): Value {
  return useSyncExternalStore(subscribe, get, () => initial);
}

/** The code once it is loaded; it is not loaded by this. */
export function useLoaded<Value>({ subscribe, loaded }: LazyModule<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, loaded, () => undefined);
}
