"use client";

import { useMemo } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import type { Words } from "#components/trading/ticket/ticket-text.ts";
import { tidyTyped } from "#components/trading/ticket/typed-figure.ts";
import { Field } from "#components/ui/field.tsx";

type FigureFieldProps = {
  label: string;
  unit: string;
  /** As typed, in the page's language. */
  value: string;
  error?: string | undefined;
  notice?: string | undefined;
  onChange: (value: string) => void;
};

/** A field for a price or a size, read by the rules of the page's language as in the ticket. */
export function FigureField({ onChange, ...field }: FigureFieldProps) {
  const locale = useLocale();
  return (
    <Field
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(tidyTyped(field.value, locale))}
    />
  );
}

/** The ticket's texts: what is wrong with a figure is said alike everywhere. */
export function useFigureWords(): Words {
  const text = useText("ticket");
  const format = useFormat();
  return useMemo(() => ({ text, format }), [text, format]);
}
