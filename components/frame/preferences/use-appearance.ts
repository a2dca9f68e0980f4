"use client";

import { useSyncExternalStore } from "react";
import { createFollowers } from "#components/ui/store.ts";
import {
  APPEARANCE_NAMES,
  type Appearance,
  appearanceCookie,
  appearanceOf,
  FIRST_APPEARANCE,
} from "./appearance.ts";
import { writeCookie } from "./cookie.ts";

const followers = createFollowers();
let known = FIRST_APPEARANCE;

/** The settings on the root element; the same object as long as nothing changes. */
export function currentAppearance(): Appearance {
  const { dataset } = document.documentElement;
  const now = appearanceOf((name) => dataset[name]);
  if (APPEARANCE_NAMES.some((name) => now[name] !== known[name])) known = now;
  return known;
}

/** Applies a setting at once and keeps it for the next page. */
export function setAppearance(change: Partial<Appearance>): void {
  for (const name of APPEARANCE_NAMES) {
    const value = change[name];
    if (value === undefined) continue;
    document.documentElement.dataset[name] = value;
    writeCookie(appearanceCookie(name), value);
  }
  followers.notify();
}

export const onAppearance = followers.subscribe;

/** For components that draw on a canvas, such as the chart, and must draw again. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearance, currentAppearance, () => FIRST_APPEARANCE);
}
