"use client";

import { useSyncExternalStore } from "react";

/** What lasts as long as the page does, through changes of the market, which draw the screen anew. */
export type PageState<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** What the server renders, and a page begins with. */
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
