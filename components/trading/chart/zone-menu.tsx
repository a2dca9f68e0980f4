"use client";

import { timeZone } from "#components/frame/preferences/time-zone.ts";
import { chooseZone, LOCAL, zoneChoices } from "#components/frame/preferences/zone-names.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import LoadedMenu from "#components/ui/menu-open.tsx";
import type { MenuHead } from "#components/ui/menu-props.ts";
import { useStore } from "#components/ui/use-store.ts";

/** The time zones to choose from. */
export default function ZoneMenu(head: MenuHead) {
  const text = useText("preferences");
  const chosen = useStore(timeZone) ?? LOCAL;
  const entries = zoneChoices(text).map(({ value, label }) => ({
    key: value,
    label,
    selected: value === chosen,
    onSelect: () => chooseZone(value),
  }));
  return <LoadedMenu {...head} entries={entries} />;
}
