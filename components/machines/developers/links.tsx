/** Links of the page for developers. */
import type { ReactNode } from "react";

export function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}

export function FileLink({
  href,
  file,
  children,
}: {
  href: string;
  file?: string;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      {...(file === undefined ? { target: "_blank", rel: "noreferrer" } : { download: file })}
      className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}

/** Documents as pages, and programs as text. */
export function Files({ names }: { names: readonly string[] }) {
  return (
    <span dir="ltr" className="flex flex-wrap gap-x-3 gap-y-1 font-mono">
      {names.map((name) => (
        <To key={name} href={documentAddress(name)}>
          {name}
        </To>
      ))}
    </span>
  );
}

function documentAddress(name: string): string {
  if (!name.endsWith(".md")) return `/docs/files/${name}`;
  return name === "README.md" ? "/docs/venue" : `/docs/${name.slice(0, -".md".length)}`;
}
