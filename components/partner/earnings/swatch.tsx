import { cn } from "#components/ui/class-names.ts";
import type { Series } from "./earning-bars.ts";

const COLOUR: Readonly<Record<Series, string>> = {
  perp: "bg-perp",
  // Striped as in the chart: copy trading is part of perps.
  copy: "bg-[repeating-linear-gradient(45deg,var(--perp)_0_2px,transparent_2px_4px)] ring-1 ring-perp ring-inset",
  swap: "bg-swap",
  prediction: "bg-prediction",
};

/** The colour of a series beside its name. */
export function Swatch({ series, className }: { series: Series; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("inline-block size-2.5 shrink-0 rounded-sm", COLOUR[series], className)}
    />
  );
}
