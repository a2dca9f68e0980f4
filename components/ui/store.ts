/** Values outside of React, which components follow with `useStore`. */

/** Those who follow something whose value is kept elsewhere. */
export type Followers = {
  subscribe: (listener: () => void) => () => void;
  notify: () => void;
};

export function createFollowers(): Followers {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}

export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** The value on the server and at the start of a page. */
  readonly initial: Value;
};

export function createStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify } = createFollowers();
  let value = initial;
  return {
    initial,
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
}
