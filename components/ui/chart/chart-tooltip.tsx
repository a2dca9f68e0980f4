"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { createPortal } from "react-dom";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";

const SpokenElement = createContext<HTMLElement | null>(null);

/**
 * The place of a chart, whose time runs from left to right in every language. What its tooltip shows is also announced,
 * because arrow keys move it: in an element that is there before the first text, or that would not be read.
 */
export function ChartArea({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState<HTMLElement | null>(null);
  return (
    <div dir="ltr" className="relative h-full">
      <SpokenElement value={spoken}>{children}</SpokenElement>
      <output ref={setSpoken} dir={directionOf(useLocale())} className="sr-only" />
    </div>
  );
}

/** A tooltip in the language's direction, unlike its chart. Within a {@link ChartArea}. */
export function ChartTooltip({ title, children }: { title: string; children: ReactNode }) {
  const spoken = useContext(SpokenElement);
  const content = (
    <>
      <p className="font-medium">{title}</p>
      {children}
    </>
  );
  return (
    <>
      <div
        aria-hidden
        dir={directionOf(useLocale())}
        className="flex max-w-72 flex-col gap-1 rounded border border-line-strong bg-raised px-3 py-2 text-xs text-ink shadow-lg"
      >
        {content}
      </div>
      {spoken === null ? null : createPortal(content, spoken)}
    </>
  );
}

type TooltipRowProps = { name: ReactNode; children: ReactNode };

export function TooltipRow({ name, children }: TooltipRowProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="inline-flex items-center gap-1.5 text-ink-muted">{name}</dt>
      <dd className="text-end font-medium">
        <bdi dir="ltr" translate="no">
          {children}
        </bdi>
      </dd>
    </div>
  );
}
