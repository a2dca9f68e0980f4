"use client";

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { giveFocusBack } from "#components/ui/dialog.tsx";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { TypedTerms } from "./order-change.ts";

type EditCellProps = {
  label: string;
  value: string;
  focused: boolean;
  /** The error of the value. */
  error: string | undefined;
  /** Counts attempts to send while there was an error; 0 after an edit. */
  attempts: number;
  onChange: (value: string) => void;
  /** Whether it was sent. */
  onSend: () => boolean;
  onLeave: () => void;
};

/** An editable cell. Enter sends, or shows the error; Escape discards. Either way the row gets the focus back. */
export function EditCell(props: EditCellProps) {
  const { label, value, focused, error, attempts, onChange, onSend, onLeave } = props;
  const text = useText("account");
  const input = useRef<HTMLInputElement>(null);
  const reason = useId();
  useEffect(() => {
    if (!focused) return;
    input.current?.focus();
    input.current?.select();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the cell appears
  }, []);
  useEffect(() => {
    // Focus moves to the first wrong cell of the row, unless one that is wrong has it already.
    const isOnError = document.activeElement?.getAttribute("aria-invalid") === "true";
    if (attempts > 0 && error !== undefined && !isOnError) input.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each attempt
  }, [attempts]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onLeave();
    else if (!onSend()) return;
    focusRowOf(event.currentTarget);
  };
  return (
    <>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : reason}
        title={error ?? text("editHelp")}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="h-6 w-full min-w-0 rounded border border-accent bg-raised px-1 text-end text-xs aria-invalid:border-bad"
      />
      {error === undefined ? null : (
        <Reason key={attempts} id={reason} anchor={input} open={attempts > 0} text={error} />
      )}
    </>
  );
}

type ReasonProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  text: string;
};

/** Pixels. */
const GAP = 4;

/** An error message over the page beside its field: rows have a fixed height and clip their cells. */
function Reason({ id, anchor, open, text }: ReasonProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const note = box.current;
    const field = anchor.current;
    if (!open || !note || !field) return undefined;
    note.showPopover();
    const place = () => {
      const at = field.getBoundingClientRect();
      const own = note.getBoundingClientRect();
      const isRoom = at.bottom + GAP + own.height <= window.innerHeight;
      const left = Math.min(at.left, window.innerWidth - own.width - GAP);
      note.style.left = `${Math.max(GAP, left)}px`;
      note.style.top = `${isRoom ? at.bottom + GAP : at.top - GAP - own.height}px`;
    };
    place();
    const options = { capture: true, passive: true };
    window.addEventListener("scroll", place, options);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, options);
      window.removeEventListener("resize", place);
    };
  }, [open, anchor]);
  return (
    <span
      ref={box}
      id={id}
      role="alert"
      popover="manual"
      className="inset-auto m-0 max-w-64 rounded border border-bad bg-raised px-2.5 py-1.5 text-start text-xs whitespace-normal text-bad shadow-lg"
    >
      {text}
    </span>
  );
}

/** Focuses the row or card around an element that is about to disappear. */
export function focusRowOf(element: Element): void {
  giveFocusBack(element.parentElement);
}

/** The state of editing: what is typed, and over which order. */
export function useEditing() {
  const [editing, setEditing] = useState<{ id: string; terms: TypedTerms; attempts: number }>();
  return useMemo(
    () => ({
      id: editing?.id,
      terms: editing?.terms,
      attempts: editing?.attempts ?? 0,
      begin: ({ id }: OrderRecord) => setEditing({ id, terms: {}, attempts: 0 }),
      change: (change: TypedTerms) =>
        setEditing((now) => now && { ...now, terms: { ...now.terms, ...change }, attempts: 0 }),
      /** Shows the error. */
      ask: () => setEditing((now) => now && { ...now, attempts: now.attempts + 1 }),
      leave: () => setEditing(undefined),
    }),
    [editing],
  );
}
