import { cn } from "#components/ui/class-names.ts";
import type { Series } from "./earning-bars.ts";

const COLOUR: Readonly<Record<Series, string>> = {
  perp: "bg-perp",
  // As in the chart: the colour of perps, of which it is a part, in stripes.
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
