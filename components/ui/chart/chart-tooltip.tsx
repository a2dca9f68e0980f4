"use client";

import type { ReactNode } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";

/** A tooltip in the language's direction, unlike its chart, which is always left to right. */
export function ChartTooltip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      dir={directionOf(useLocale())}
      className="flex max-w-72 flex-col gap-1 rounded border border-line-strong bg-raised px-3 py-2 text-xs text-ink shadow-lg"
    >
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}

type TooltipRowProps = { name: ReactNode; children: ReactNode };

export function TooltipRow({ name, children }: TooltipRowProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="inline-flex items-center gap-1.5 text-ink-muted">{name}</dt>
      <dd className="text-end font-medium">
        <bdi dir="ltr">{children}</bdi>
      </dd>
    </div>
  );
}
