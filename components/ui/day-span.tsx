"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";

type DaySpanProps = {
  /** First and last day, both counted, as `2026-01-31`; `undefined` while that end is open. */
  fromDay: string | undefined;
  toDay: string | undefined;
  onChange: (next: { fromDay?: string | undefined; toDay?: string | undefined }) => void;
  /** Of each field. */
  className: string;
};

/** Two days of a filter. Neither can be chosen beyond the other. */
export function DaySpan({ fromDay, toDay, onChange, className }: DaySpanProps) {
  const text = useText("ui");
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
      <label className="flex items-center gap-1.5">
        {text("fromDay")}
        <input
          type="date"
          className={className}
          max={toDay}
          value={fromDay ?? ""}
          onChange={(event) => onChange({ fromDay: event.currentTarget.value || undefined })}
        />
      </label>
      <label className="flex items-center gap-1.5">
        {text("toDay")}
        <input
          type="date"
          className={className}
          min={fromDay}
          value={toDay ?? ""}
          onChange={(event) => onChange({ toDay: event.currentTarget.value || undefined })}
        />
      </label>
    </span>
  );
}
