/** A setting stored in this browser and shared by its tabs. Not for secrets. */
import type { Store } from "#components/ui/store.ts";

const PREFIX = "svc.preference.";

/** `parse` returns `undefined` for invalid values, and the initial value is used. Values are stored as JSON. */
export function createPreference<Value>(
  name: string,
  initial: Value,
  parse: (stored: unknown) => Value | undefined,
): Store<Value> {
  const key = `${PREFIX}${name}`;
  const listeners = new Set<() => void>();
  let known: { text: string | null; value: Value } | undefined;
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notifyListeners();
  };
  return {
    initial,
    // The same text returns the same value, so that React sees no change.
    get: () => {
      const text = readText(key);
      if (known?.text !== text) known = { text, value: parsed(text, parse) ?? initial };
      return known.value;
    },
    set: (value) => {
      writeText(key, JSON.stringify(value));
      notifyListeners();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** Values that storage did not accept, and what it held at that time. */
const unstored = new Map<string, { text: string; over: string | null }>();

/** Where storage is denied or full, the value lasts as long as the page, or until another tab stores one. */
function readText(key: string): string | null {
  const stored = storedText(key);
  const mine = unstored.get(key);
  return mine?.over === stored ? mine.text : stored;
}

function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, { text, over: storedText(key) });
  }
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed<Value>(
  text: string | null,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
