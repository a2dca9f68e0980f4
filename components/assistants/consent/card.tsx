import type { ReactNode } from "react";

type CardProps = { title: ReactNode; children: ReactNode };

/** The one card of a page that asks one question. */
export function Card({ title, children }: CardProps) {
  return (
    <article className="flex flex-col gap-5 rounded-lg border bg-surface p-4 shadow-sm sm:p-7">
      <h1 className="text-xl leading-7 font-semibold [overflow-wrap:anywhere]">{title}</h1>
      {children}
    </article>
  );
}
