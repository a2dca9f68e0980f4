import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

export type CardFigure = { name: string; value: ReactNode; className?: string };

type CardProps = {
  /** What it is: market and side. */
  title: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
  /** The same where it needs a line of its own. */
  footer?: ReactNode;
  figures: readonly CardFigure[];
  className?: string | undefined;
};

/** One row of a table as a card, where the screen is too narrow for columns. */
export function Card({ title, action, footer, figures, className }: CardProps) {
  return (
    <li className={cn("flex flex-col gap-2 border-b px-3 py-2.5", className)}>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-xs font-medium">{title}</span>
        {action}
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5">
        {figures.map(({ name, value, className: tone }) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs leading-3.5 text-ink-faint">{name}</dt>
            <dd className={cn("text-xs break-words", tone)}>{value}</dd>
          </div>
        ))}
      </dl>
      {footer}
    </li>
  );
}
