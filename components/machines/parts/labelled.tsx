"use client";

import { type ReactNode, useId } from "react";

/** Classes of a text field or a select. */
export const FIELD_BOX =
  "h-9 w-full rounded border border-line-strong bg-raised px-2.5 text-base outline-none focus:border-accent focus:ring-1 focus:ring-accent aria-invalid:border-bad sm:text-sm pointer-coarse:h-11";

export type FieldIds = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type LabelledProps = {
  label: string;
  /** What the field accepts; shown when there is no error. */
  hint?: string;
  error?: string | undefined;
  /** `ids` belong on the field. */
  children: (ids: FieldIds) => ReactNode;
};

/** A field with its label above, and a hint or an error below. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      {children({
        id,
        ...(note !== undefined && { "aria-describedby": `${id}-note` }),
        ...(error !== undefined && { "aria-invalid": true }),
      })}
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          className={error === undefined ? "text-2xs text-ink-muted" : "text-2xs text-bad"}
        >
          {note}
        </p>
      )}
    </div>
  );
}
