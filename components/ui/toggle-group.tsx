"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./class-names.ts";

export type ToggleOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Accessible name, when the label is not a word. */
  name?: string;
  disabled?: boolean;
  /** Shown on hover, for example why it is disabled. */
  hint?: string | undefined;
};

/** Classes of an item in a form. */
export const TOGGLE_ITEM =
  "border border-line-strong px-2.5 py-1 text-xs data-[state=on]:border-accent pointer-coarse:min-h-[46px] pointer-coarse:min-w-[46px] has-focus-visible:outline-2 has-focus-visible:outline-accent";

type ToggleGroupProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly ToggleOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
  /** The chosen item is `data-[state=on]`. */
  itemClassName?: string;
};

/**
 * A choice between a few options, as a row of buttons. Native radio inputs lie invisibly over the items, so that arrow
 * keys work as the browser defines them, also from right to left.
 */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, options, onChange, className, itemClassName } = props;
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cn("flex items-center", className)}>
      {options.map((option) => (
        <label
          key={option.value}
          data-state={option.value === value ? "on" : "off"}
          title={option.hint}
          className={cn(
            "relative inline-flex items-center justify-center rounded text-center text-ink-muted transition-colors select-none hover:text-ink has-disabled:cursor-not-allowed has-disabled:text-ink-faint has-disabled:opacity-60",
            "data-[state=on]:bg-hover data-[state=on]:text-ink",
            itemClassName ?? "h-6 px-2 text-2xs font-medium max-lg:h-7 max-lg:min-w-7",
          )}
        >
          {option.label}
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled === true}
            autoComplete="off"
            {...(option.name ? { "aria-label": option.name } : {})}
            onChange={() => onChange(option.value)}
            onKeyDown={(event) => {
              // In a form, Enter would submit it; here it chooses, as Space does.
              if (event.key !== "Enter") return;
              event.preventDefault();
              event.currentTarget.click();
            }}
            className="absolute inset-0 m-0 appearance-none rounded-[inherit] disabled:cursor-not-allowed"
          />
        </label>
      ))}
    </div>
  );
}
