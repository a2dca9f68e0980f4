import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
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

/** What is not needed for the decision, folded. */
export function AllFigures({ children }: { children: ReactNode }) {
  const text = useText("approvals");
  return (
    <details className="group border-t pt-2">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 py-1 text-sm font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden
          className="text-ink-muted group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90"
        />
        {text("allFigures")}
      </summary>
      <div className="flex flex-col gap-1.5 pt-1">{children}</div>
    </details>
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
