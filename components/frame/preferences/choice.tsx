"use client";

import type { ReactNode } from "react";
import { ToggleGroup, type ToggleOption } from "#components/ui/toggle-group.tsx";

type ChoiceProps<Value extends string> = {
  label: string;
  hint?: string;
  value: Value;
  options: readonly ToggleOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
  children?: ReactNode;
};

/** A setting with a few values. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, value, options, onChange, className, children } = props;
  return (
    <div className={className}>
      <div className="mb-1 flex items-center gap-3 text-xs font-medium">
        {label}
        {children}
      </div>
      <ToggleGroup
        label={label}
        value={value}
        options={options}
        onChange={onChange}
        className="w-fit max-w-full flex-wrap gap-0.5 rounded border border-line-strong p-0.5"
        itemClassName="h-7 px-2.5 text-xs font-medium data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
      />
      {hint === undefined ? null : <p className="mt-1 text-2xs text-ink-faint">{hint}</p>}
    </div>
  );
}
