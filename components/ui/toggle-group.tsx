"use client";

import * as Radix from "radix-ui/toggle-group";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

export type ToggleOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Spoken name, when the label is not a word. */
  name?: string;
  disabled?: boolean;
};

type ToggleGroupProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly ToggleOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
  itemClassName?: string;
};

/** One of a few choices, as a row of buttons. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, options, onChange, className, itemClassName } = props;
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={cn("flex items-center", className)}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled === true}
          {...(option.name ? { "aria-label": option.name } : {})}
          className={cn(
            "rounded text-ink-muted transition-colors hover:text-ink disabled:cursor-not-allowed disabled:text-ink-faint disabled:opacity-60",
            "data-[state=on]:bg-hover data-[state=on]:text-ink",
            itemClassName ?? "h-6 px-2 text-2xs font-medium max-lg:h-7 max-lg:min-w-7",
          )}
        >
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
