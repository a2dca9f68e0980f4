"use client";

import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./class-names.ts";

type CheckProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Why it is disabled, or what it does. */
  hint?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A native check box in the accent colour. */
export function Check({ label, checked, onChange, disabled = false, hint, ref }: CheckProps) {
  const id = useId();
  return (
    <label
      className={cn(
        "flex items-center gap-2 text-xs",
        disabled ? "cursor-not-allowed text-ink-faint" : "cursor-pointer text-ink-muted",
      )}
      title={hint}
    >
      <input
        ref={ref}
        type="checkbox"
        className="h-3.5 w-3.5 accent-(--accent-strong)"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby={hint ? id : undefined}
      />
      {label}
      {hint ? (
        <span id={id} className="sr-only">
          {hint}
        </span>
      ) : null}
    </label>
  );
}
