"use client";

import { useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { timeZone } from "./time-zone.ts";
import { chooseZone, LOCAL, zoneChoices } from "./zone-names.ts";

/** Chooses the time zone of every page. In the browser only: the server does not know the reader's zone. */
export function ZoneChoice() {
  const text = useText("preferences");
  const id = useId();
  const zone = useStore(timeZone);
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-2xs text-ink-muted">
        {text("zone")}
      </label>
      <select
        id={id}
        value={zone ?? LOCAL}
        onChange={({ currentTarget: { value } }) => chooseZone(value)}
        className="h-8 w-fit max-w-full min-w-0 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11"
      >
        {zoneChoices(text).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
