"use client";

import { type ReactNode, useId } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";

/** A section of records with a heading and actions. */
export function RecordSection({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  /** Beside the title, such as the number of records. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {note}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Shown instead of records when there are none. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded border border-dashed p-4">
      <p className="font-medium">{title}</p>
      {children ? <div className="mt-1 max-w-2xl text-ink-muted">{children}</div> : null}
    </div>
  );
}

const TONES = {
  neutral: "border-line-strong text-ink-muted",
  good: "border-line-strong text-good",
  warn: "border-warn-line bg-warn-soft text-warn",
  bad: "border-line-strong text-bad",
  accent: "border-transparent bg-accent-soft text-accent",
} as const;

type ChipProps = { tone?: keyof typeof TONES; title?: string; children: ReactNode };

/** A short label of a record; never by colour alone. */
export function Chip({ tone = "neutral", title, children }: ChipProps) {
  return (
    <span
      title={title}
      className={cn(
        "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** An amount with all digits. */
export function Exact({ value, figure }: { value: string; figure: string }) {
  const { grouped } = useFormat();
  return (
    <bdi dir="ltr" data-figure={figure} data-exact={value}>
      {grouped(value)}
    </bdi>
  );
}

/** Formats day and time in the user's time zone. */
export function useDateTime(): (at: string) => string {
  const { date, timeOfDay } = useFormat();
  return (at) => `${date(Date.parse(at))} ${timeOfDay(Date.parse(at))}`;
}

/** Day and time as an element, with the exact UTC instant as title. */
export function DateTime({ at }: { at: string }) {
  const dateTime = useDateTime();
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {dateTime(at)}
    </time>
  );
}

/** The ends of a long identifier such as an address, with the whole one as title. */
export function Short({ value, ends = 4 }: { value: string; ends?: number }) {
  const isLong = value.length > 2 * ends + 1;
  return (
    <bdi dir="ltr" title={value}>
      {isLong ? `${value.slice(0, ends)}…${value.slice(-ends)}` : value}
    </bdi>
  );
}

/** `ref_` and the first eight of its letters. */
export function shortReferral(id: string): string {
  return id.length > 13 ? `${id.slice(0, 12)}…` : id;
}

export function Simulated() {
  const text = useText("partnerRecords");
  return <Chip tone="warn">{text("simulated")}</Chip>;
}

/** Whether single rows must be marked: when all are simulated, the page says so once. */
export function isMixed(rows: readonly { simulated: boolean }[]): boolean {
  return rows.some(({ simulated }) => simulated) && rows.some(({ simulated }) => !simulated);
}

type FactProps = { label: string; className?: string; children: ReactNode };

/** A name and its value in a `<dl>`. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={cn("min-w-0", className)}>
      <dt className="text-2xs text-ink-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
