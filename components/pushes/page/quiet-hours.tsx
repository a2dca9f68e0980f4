"use client";

import { useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ownTimeZone } from "#components/pushes/push-client.ts";
import { Chip } from "#components/ui/chip.tsx";
import { inputStyle } from "#components/ui/input-style.ts";
import { Section } from "#components/ui/section.tsx";
import type { PushPreferences } from "#lib/protocol/wire/pushes.ts";

/** 22:00 to 07:00, in minutes since midnight. */
const NIGHT = { from: 1_320, until: 420 };

type QuietHoursProps = {
  chosen: PushPreferences;
  isQuiet: boolean;
  onChange: (next: Partial<PushPreferences>) => void;
};

/** The hours in which browsers stay silent, in the user's time zone. */
export function QuietHours({ chosen, isQuiet, onChange }: QuietHoursProps) {
  const text = useText("pushes");
  const { quiet, time_zone: zone } = chosen;
  return (
    <Section
      title={text("quiet")}
      note={isQuiet ? <Chip tone="warn">{text("quietNow")}</Chip> : null}
    >
      <p className="mb-3 max-w-2xl text-xs text-ink-muted">{text("quietText")}</p>
      <div className="flex flex-wrap items-end gap-4">
        <label className="flex min-h-10 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="h-4 w-4 accent-(--accent-strong)"
            checked={quiet !== null}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? { quiet: NIGHT, time_zone: zone === "UTC" ? ownTimeZone() : zone }
                  : { quiet: null },
              )
            }
          />
          {text("quietOn")}
        </label>
        {quiet === null ? null : (
          <>
            <Time
              label={text("from")}
              value={quiet.from}
              onChange={(from) => onChange({ quiet: { ...quiet, from } })}
            />
            <Time
              label={text("until")}
              value={quiet.until}
              onChange={(until) => onChange({ quiet: { ...quiet, until } })}
            />
          </>
        )}
        <Zone value={zone} onChange={(next) => onChange({ time_zone: next })} />
      </div>
    </Section>
  );
}

type TimeProps = { label: string; value: number; onChange: (minutes: number) => void };

function Time({ label, value, onChange }: TimeProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {label}
      </label>
      <input
        id={id}
        type="time"
        required
        className={inputStyle}
        value={clockText(value)}
        onChange={(event) => {
          const [hours = Number.NaN, minutes = Number.NaN] = event.currentTarget.value
            .split(":")
            .map(Number);
          if (Number.isInteger(hours * 60 + minutes)) onChange(hours * 60 + minutes);
        }}
      />
    </div>
  );
}

type ZoneProps = { value: string; onChange: (zone: string) => void };

function Zone({ value, onChange }: ZoneProps) {
  const text = useText("pushes");
  const id = useId();
  const zones = [...new Set([value, "UTC", ownTimeZone(), ...Intl.supportedValuesOf("timeZone")])];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {text("timeZone")}
      </label>
      <select
        id={id}
        dir="ltr"
        className={`${inputStyle} max-w-full`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
    </div>
  );
}

function clockText(minutes: number): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}
