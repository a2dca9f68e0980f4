"use client";

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import type { TypedTerms } from "./order-change.ts";

type EditCellProps = {
  label: string;
  value: string;
  focused: boolean;
  /** What is wrong with it. */
  error: string | undefined;
  onChange: (value: string) => void;
  onSend: () => void;
  onLeave: () => void;
};

/** A figure of a row that is being changed. Enter sends, Escape leaves everything as it was. */
export function EditCell(props: EditCellProps) {
  const { label, value, focused, error, onChange, onSend, onLeave } = props;
  const text = useText("account");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.select();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the cell appears
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") onSend();
    else onLeave();
  };
  return (
    <input
      ref={input}
      aria-label={label}
      aria-invalid={error !== undefined}
      title={error ?? text("editHelp")}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      className="h-6 w-full min-w-0 rounded border border-accent bg-raised px-1 text-end text-xs aria-invalid:border-down"
    />
  );
}

/** What is being typed, and over which order. */
export function useEditing() {
  const [editing, setEditing] = useState<{ id: string; terms: TypedTerms }>();
  return useMemo(
    () => ({
      id: editing?.id,
      terms: editing?.terms,
      begin: ({ id }: OrderRecord) => setEditing({ id, terms: {} }),
      change: (change: TypedTerms) =>
        setEditing((now) => now && { ...now, terms: { ...now.terms, ...change } }),
      leave: () => setEditing(undefined),
    }),
    [editing],
  );
}
