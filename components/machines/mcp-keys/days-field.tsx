"use client";

import type { RefObject } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";

const PRESETS = [7, 30, 90, 180, 365] as const;
export const DEFAULT_DAYS = "90";

/** Parses the days; `undefined` for values that the service refuses. */
export function readDays(typed: string): number | undefined {
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= 365 ? days : undefined;
}

type DaysFieldProps = {
  /** Gets the focus when the form is submitted with invalid days. */
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
};

export function DaysField({ ref, value, onChange }: DaysFieldProps) {
  const text = useText("mcpKeys");
  return (
    <div className="flex flex-col gap-1.5">
      <Labelled
        label={text("days")}
        hint={text("daysHint")}
        error={readDays(value) === undefined ? text("daysWrong") : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            ref={ref}
            className={FIELD_BOX}
            value={value}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <ToggleGroup
        label={text("presets")}
        value={value.trim()}
        options={PRESETS.map((days) => ({
          value: String(days),
          label: text("daysPreset", { count: days }),
        }))}
        onChange={onChange}
        className="flex-wrap gap-1"
        itemClassName={TOGGLE_ITEM}
      />
    </div>
  );
}
