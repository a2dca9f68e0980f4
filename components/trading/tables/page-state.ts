"use client";

import { useSyncExternalStore } from "react";

/** State that outlives changes of the market, which remount the screen. */
export type PageState<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** The value on the server and at the start of a page. */
  readonly initial: Value;
};

export function createPageState<Value>(initial: Value): PageState<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    initial,
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function usePageState<Value>(state: PageState<Value>): Value {
  return useSyncExternalStore(state.subscribe, state.get, () => state.initial);
}
