/** Links of the page for developers. */

import type { ReactNode } from "react";
import type { FeatureText } from "#components/i18n/sources.ts";
import { Section, Table } from "#components/machines/parts/document-parts.tsx";
import { CLIENT_FILES } from "./client-files.ts";

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
function Files({ names }: { names: readonly string[] }) {
  return (
    <span dir="ltr" className="flex flex-wrap gap-x-3 gap-y-1 font-mono">
      {names.map((name) => (
        <To key={name} href={documentAddress(name)}>
          {name.split("/").at(-1)}
        </To>
      ))}
    </span>
  );
}

function documentAddress(name: string): string {
  if (!name.endsWith(".md")) return `/docs/files/${name}`;
  return name === "README.md" ? "/docs/venue" : `/docs/${name.slice(0, -".md".length)}`;
}

/** Which document and which program to copy for what. */
export function Clients({ text }: { text: FeatureText<"developers"> }) {
  return (
    <Section id="clients" title={text("clients")} intro={text("clientsIntro")}>
      <Table
        label={text("clients")}
        head={[text("what"), text("clients")]}
        rows={CLIENT_FILES.map(({ purpose, names }) => [
          text(purpose),
          <Files key={purpose} names={names} />,
        ])}
      />
    </Section>
  );
}
