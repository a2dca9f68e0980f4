"use client";

import { useId, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { dayFault, isFinished, type TypedDays, withoutChanged } from "./typed-days.ts";

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
  const chosen = { fromDay: fromDay ?? "", toDay: toDay ?? "" };
  // Typed days that differ from the chosen ones, or were passed on and are not chosen yet.
  const [{ typed, at }, setState] = useState<{ typed: Partial<TypedDays>; at: TypedDays }>({
    typed: {},
    at: chosen,
  });
  const kept = withoutChanged(typed, at, chosen);
  if (kept !== typed) setState({ typed: kept, at: chosen });
  const setTyped = (next: Partial<TypedDays>) => setState({ typed: next, at: chosen });
  const shown = { ...chosen, ...kept };
  const isDisordered = dayFault(shown) === "disordered";
  const pass = (next: TypedDays) => {
    if (next.fromDay === chosen.fromDay && next.toDay === chosen.toDay) return;
    if (dayFault(next) === undefined)
      onChange({ fromDay: next.fromDay || undefined, toDay: next.toDay || undefined });
  };
  const type = (end: End, value: string) => {
    setTyped({ ...kept, [end]: value });
    // An empty value is either a cleared field or a partly typed day.
    if (value !== "") pass({ ...shown, [end]: value });
  };
  const leave = (end: End, { value, validity }: HTMLInputElement) => {
    const isDropped = validity.badInput || !isFinished(value);
    const next = { ...shown, [end]: isDropped ? chosen[end] : value };
    pass(next);
    setTyped(next);
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
