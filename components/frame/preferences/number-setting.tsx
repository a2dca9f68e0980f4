"use client";

import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import { cn } from "#components/ui/class-names.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";

type NumberSettingProps = {
  /** Accessible name; absent inside a label. */
  label?: string;
  /** A decimal; "" is none. */
  value: string;
  onChange: (value: string) => void;
  /** Most digits after the point. */
  decimals: number;
  /** Shown for "". Without it there must be a number. */
  whenEmpty?: string;
  className?: string;
};

/** A positive number of the settings. What is no number is replaced by the one before when the field is left. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, value, onChange, decimals, whenEmpty, className } = props;
  const { locale } = useFormat();
  const shown = (text: string) => (text === "" ? "" : typedText(text, locale));
  return (
    <input
      // Takes over a value that is set elsewhere.
      key={value}
      aria-label={label}
      defaultValue={shown(value)}
      placeholder={whenEmpty}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      onBlur={(event) => {
        const typed = event.currentTarget.value;
        const next = whenEmpty !== undefined && typed.trim() === "" ? "" : read(typed);
        onChange(next);
        event.currentTarget.value = shown(next);
      }}
      className={cn(
        "h-6 rounded border border-line-strong bg-surface px-1.5 text-end text-xs text-ink pointer-coarse:h-11",
        className,
      )}
    />
  );

  function read(typed: string): string {
    const answer = readTyped(typed, locale);
    if (answer.state !== "figure") return value;
    return (parseDecimal(answer.text, decimals) ?? 0n) > 0n ? answer.text : value;
  }
}
