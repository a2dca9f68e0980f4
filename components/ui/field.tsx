"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./class-names.ts";

type FieldProps = Omit<ComponentProps<"input">, "prefix"> & {
  label: string;
  /** Shown at the end of the box, for example the asset. */
  unit?: string | undefined;
  error?: string | undefined;
  /** A warning, shown when there is no error. */
  notice?: string | undefined;
  /** Explains the field, shown when there is neither error nor warning. */
  hint?: ReactNode;
  action?: ReactNode;
};

/** A labelled input with the label inside its box. Errors are announced and linked to the input. */
export function Field(props: FieldProps) {
  const { label, unit, error, notice, hint, action, className, ...input } = props;
  const id = useId();
  const note = error ?? notice ?? hint;
  return (
    <div className={className}>
      <div
        className={cn(
          "flex h-9 items-center gap-2 rounded border bg-raised px-2.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent pointer-coarse:h-11",
          error ? "border-bad" : "border-line-strong",
          input.disabled && "opacity-60",
        )}
      >
        <label htmlFor={id} className="shrink-0 text-xs text-ink-muted">
          {label}
        </label>
        <input
          id={id}
          autoComplete="off"
          inputMode="decimal"
          spellCheck={false}
          dir="ltr"
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="w-full min-w-0 bg-transparent text-end rtl:text-start text-base sm:text-sm outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
          {...input}
        />
        {unit ? <span className="shrink-0 text-xs text-ink-muted">{unit}</span> : null}
        {action}
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          className={cn(
            "mt-1 text-2xs",
            error ? "text-bad" : notice ? "text-warn" : "text-ink-faint",
          )}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
