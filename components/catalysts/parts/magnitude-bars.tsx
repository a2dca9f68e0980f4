import { cn } from "#components/ui/class-names.ts";

const STEPS = [1, 2, 3, 4, 5] as const;

/**
 * Five bars of rising height; `magnitude` of them are filled. The caller adds a text for screen
 * readers.
 */
export function MagnitudeBars({ magnitude }: { magnitude: number }) {
  return (
    <span aria-hidden className="inline-flex h-4 shrink-0 items-end gap-0.5">
      {STEPS.map((step) => (
        <span
          key={step}
          style={{ height: `${(step * 20).toString()}%` }}
          className={cn(
            "w-1 rounded-[1px]",
            step <= magnitude ? "bg-accent-strong" : "border border-line-strong",
          )}
        />
      ))}
    </span>
  );
}
