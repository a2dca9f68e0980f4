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

type State = { typed: Partial<TypedDays>; at: TypedDays; passed: readonly TypedDays[] };

const isSame = (one: TypedDays, other: TypedDays): boolean =>
  one.fromDay === other.fromDay && one.toDay === other.toDay;

/**
 * The first and last day of a filter, both included, as `2026-01-31`; `undefined` for an open end. Typed text stays in
 * its field and is passed on once both days are valid and in order: while a day is typed, it may lie before the first
 * one.
 */
export function DaySpan({ fromDay, toDay, onChange, className }: DaySpanProps) {
  const text = useText("ui");
  const note = useId();
  const chosen = { fromDay: fromDay ?? "", toDay: toDay ?? "" };
  // Typed days that differ from the chosen ones, and those that were passed on and are not chosen yet.
  const [{ typed, at, passed }, setState] = useState<State>({ typed: {}, at: chosen, passed: [] });
  const isMoved = !isSame(at, chosen);
  // The choice of days from here may come while the next digit is typed.
  const own = passed.findIndex((days) => isSame(days, chosen));
  const retained = isMoved && own < 0 ? withoutChanged(typed, at, chosen) : typed;
  const left = isMoved ? (own < 0 ? [] : passed.slice(own + 1)) : passed;
  if (isMoved) setState({ typed: retained, at: chosen, passed: left });
  const shown = { ...chosen, ...retained };
  const isDisordered = dayFault(shown) === "disordered";
  const set = (next: Partial<TypedDays>, wanted: TypedDays | undefined) => {
    const isWanted =
      wanted !== undefined && !isSame(wanted, chosen) && dayFault(wanted) === undefined;
    setState({ typed: next, at: chosen, passed: isWanted ? [...left, wanted] : left });
    if (isWanted)
      onChange({ fromDay: wanted.fromDay || undefined, toDay: wanted.toDay || undefined });
  };
  const type = (end: End, value: string) =>
    // An empty value is either a cleared field or a partly typed day.
    set({ ...retained, [end]: value }, value === "" ? undefined : { ...shown, [end]: value });
  const leave = (end: End, { value, validity }: HTMLInputElement) => {
    const isDropped = validity.badInput || !isFinished(value);
    const next = { ...shown, [end]: isDropped ? chosen[end] : value };
    set(next, next);
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
