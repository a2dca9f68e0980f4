import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** A list of names and values. */
export function FactList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm"
    >
      {children}
    </dl>
  );
}

type FactProps = { name: string; value: ReactNode; tone?: string; row?: string };

export function Fact({ name, value, tone, row }: FactProps) {
  return (
    <div className="contents" data-row={row}>
      <dt className="text-ink-muted">{name}</dt>
      <dd className={cn("text-end", tone)}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
