"use client";

import { useId, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { dayFault, isFinished, type TypedDays } from "./typed-days.ts";

type Days = { fromDay: string | undefined; toDay: string | undefined };
type End = keyof Days;

type DaySpanProps = Days & {
  onChange: (next: Days) => void;
  /** For each field. */
  className: string;
};

/**
 * The first and last day of a filter, both included, as `2026-01-31`; `undefined` for an open end. Typed text stays in
 * its field and is passed on once both days are valid and in order: while a day is typed, it may lie before the first
 * one.
 */
export function DaySpan({ fromDay, toDay, onChange, className }: DaySpanProps) {
  const text = useText("ui");
  const note = useId();
  // Typed days that differ from the chosen ones.
  const [typed, setTyped] = useState<Partial<TypedDays>>({});
  const shown = { fromDay: fromDay ?? "", toDay: toDay ?? "", ...typed };
  const isDisordered = dayFault(shown) === "disordered";
  const pass = (next: TypedDays) => {
    if (next.fromDay === (fromDay ?? "") && next.toDay === (toDay ?? "")) return;
    if (dayFault(next) === undefined)
      onChange({ fromDay: next.fromDay || undefined, toDay: next.toDay || undefined });
  };
  const type = (end: End, value: string) => {
    setTyped({ ...typed, [end]: value });
    // An empty value is either a cleared field or a partly typed day.
    if (value !== "") pass({ ...shown, [end]: value });
  };
  const leave = (end: End, { value, validity }: HTMLInputElement) => {
    const isDropped = validity.badInput || !isFinished(value);
    const next = {
      ...shown,
      [end]: isDropped ? ((end === "fromDay" ? fromDay : toDay) ?? "") : value,
    };
    pass(next);
    setTyped(dayFault(next) === undefined ? {} : next);
  };
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
      {(["fromDay", "toDay"] as const).map((end) => (
        <label key={end} className="flex items-center gap-1.5">
          {text(end)}
          <input
            type="date"
            className={className}
            min={(end === "toDay" && shown.fromDay) || undefined}
            max={(end === "fromDay" && shown.toDay) || undefined}
            value={shown[end]}
            aria-invalid={isDisordered}
            aria-describedby={isDisordered ? note : undefined}
            onChange={({ currentTarget }) => type(end, currentTarget.value)}
            onBlur={({ currentTarget }) => leave(end, currentTarget)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === "Enter") leave(end, currentTarget);
            }}
          />
        </label>
      ))}
      <span id={note} role="alert" className="text-warn empty:hidden">
        {isDisordered ? text("daysDisordered") : null}
      </span>
    </span>
  );
}
