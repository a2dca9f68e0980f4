/** A link to an explorer's page; nothing where no page shows it. */
import type { ReactNode } from "react";

export function ExplorerLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
