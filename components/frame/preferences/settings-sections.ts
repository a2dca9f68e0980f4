"use client";

/** Sections that other parts of a page add to the settings dialog while they are on the screen. */
import { type ComponentType, useEffect } from "react";
import { createStore } from "#components/ui/store.ts";
import { useStore } from "#components/ui/use-store.ts";

type Section = { id: string; Content: ComponentType };

const sections = createStore<readonly Section[]>([]);

/** Lists `Content` in the settings dialog. Pass the same component with each render. */
export function useSettingsSection(id: string, Content: ComponentType): void {
  useEffect(() => {
    const section = { id, Content };
    sections.set([...sections.get(), section]);
    return () => sections.set(sections.get().filter((one) => one !== section));
  }, [id, Content]);
}

export function useSettingsSections(): readonly Section[] {
  return useStore(sections);
}
