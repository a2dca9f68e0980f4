"use client";

import { useMemo } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import type { Wording } from "#components/trading/ticket/ticket-text.ts";
import { roundTyped, type Steps } from "#components/trading/ticket/typed-figure.ts";
import { Field } from "#components/ui/field.tsx";

type FigureFieldProps = {
  label: string;
  unit: string;
  /** As typed, in the page's language. */
  value: string;
  error?: string | undefined;
  notice?: string | undefined;
  /** The number is rounded to these when the field is left. */
  steps: Steps;
  onChange: (value: string) => void;
};

/** A field for a price or a size, with the same rules as the ticket's. */
export function FigureField({ onChange, steps, ...field }: FigureFieldProps) {
  const locale = useLocale();
  return (
    <Field
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(roundTyped(field.value, steps, locale))}
    />
  );
}

/** The ticket's texts, so that the same error reads the same everywhere. */
export function useFigureWording(): Wording {
  const text = useText("ticket");
  const refusals = useText("venueErrors");
  const format = useFormat();
  return useMemo(() => ({ text, refusals, format }), [text, refusals, format]);
}
