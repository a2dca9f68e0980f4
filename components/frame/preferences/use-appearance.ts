"use client";

import { useSyncExternalStore } from "react";
import {
  APPEARANCE_NAMES,
  type Appearance,
  appearanceCookie,
  appearanceOf,
  FIRST_APPEARANCE,
} from "./appearance.ts";
import { writeCookie } from "./cookie.ts";

const listeners = new Set<() => void>();
let known = FIRST_APPEARANCE;

/** What the root element says now; the same object as long as nothing changes. */
export function currentAppearance(): Appearance {
  const { dataset } = document.documentElement;
  const now = appearanceOf((name) => dataset[name]);
  if (APPEARANCE_NAMES.some((name) => now[name] !== known[name])) known = now;
  return known;
}

/** Shows a choice at once and keeps it for the next page. */
export function setAppearance(change: Partial<Appearance>): void {
  for (const name of APPEARANCE_NAMES) {
    const value = change[name];
    if (value === undefined) continue;
    document.documentElement.dataset[name] = value;
    writeCookie(appearanceCookie(name), value);
  }
  for (const listener of listeners) listener();
}

export function onAppearance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For what draws with the colours itself and must do so again, such as the chart. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearance, currentAppearance, () => FIRST_APPEARANCE);
}
