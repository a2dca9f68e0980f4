import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

export type CardFigure = { name: string; value: ReactNode; className?: string };

type CardProps = {
  /** Market and side. */
  title: ReactNode;
  /** Buttons of the row. */
  action?: ReactNode;
  /** Buttons that need a line of their own. */
  footer?: ReactNode;
  figures: readonly CardFigure[];
  className?: string | undefined;
};

/** Buttons are large enough for a finger. */
const FINGER = "pointer-coarse:[&_button]:min-h-11 pointer-coarse:[&_button]:min-w-11";

/** A table row as a card, for screens too narrow for columns. */
export function Card({ title, action, footer, figures, className }: CardProps) {
  return (
    <li className={cn("flex flex-col gap-2 border-b px-3 py-2.5", className)}>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-xs font-medium">{title}</span>
        {action ? <span className={FINGER}>{action}</span> : null}
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5">
        {figures.map(({ name, value, className: tone }) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs leading-3.5 text-ink-faint">{name}</dt>
            <dd className={cn("text-xs break-words", tone)}>{value}</dd>
          </div>
        ))}
      </dl>
      {footer ? <div className={FINGER}>{footer}</div> : null}
    </li>
  );
}
