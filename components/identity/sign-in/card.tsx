import type { ReactNode } from "react";

type CardProps = { title: string; children: ReactNode };

/** The narrow column of the sign-in pages. */
export function Card({ title, children }: CardProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-4 p-4 py-8 sm:py-14">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children}
    </div>
  );
}
