"use client";

/** Sections that other parts of a page add to the settings dialog while they are on the screen. */
import { type ComponentType, useEffect, useSyncExternalStore } from "react";

type Section = { id: string; Content: ComponentType };

const NONE: readonly Section[] = [];
let sections = NONE;
const listeners = new Set<() => void>();

function publish(next: readonly Section[]): void {
  sections = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lists `Content` in the settings dialog. Pass the same component with each render. */
export function useSettingsSection(id: string, Content: ComponentType): void {
  useEffect(() => {
    const section = { id, Content };
    publish([...sections, section]);
    return () => publish(sections.filter((one) => one !== section));
  }, [id, Content]);
}

export function useSettingsSections(): readonly Section[] {
  return useSyncExternalStore(
    subscribe,
    () => sections,
    () => NONE,
  );
}
