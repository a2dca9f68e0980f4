import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

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
