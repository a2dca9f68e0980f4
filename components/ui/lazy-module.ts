/** Code that is loaded on demand, once. After a failed load the next call loads again. */
import { createStore } from "./store.ts";

export type LazyModule<Value> = {
  load: () => Promise<Value>;
  /** `undefined` until it is loaded. */
  loaded: () => Value | undefined;
  /** Calls back when it is loaded. */
  subscribe: (listener: () => void) => () => void;
};

/** @param open loads the code, and makes of it what callers need */
export function lazyModule<Value>(open: () => Promise<Value>): LazyModule<Value> {
  const { get: loaded, set, subscribe } = createStore<Value | undefined>(undefined);
  let loading: Promise<Value> | undefined;
  const begin = () => {
    const begun = open().then((value) => {
      set(value);
      return value;
    });
    begun.catch(() => {
      loading = undefined;
    });
    return begun;
  };
  return {
    load: () => {
      loading ??= begin();
      return loading;
    },
    loaded,
    subscribe,
  };
}
