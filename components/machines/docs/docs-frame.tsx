/** The frame of the documents: search, lists of pages, and the content. Works without a script. */

import { type ReactNode, useId } from "react";
import type { FeatureText } from "#components/i18n/sources.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import type { Reference, TagLink } from "./reference.ts";

export type ListedPage = { slug: string; title: string; summary: string };

/** What every page of the documents links to. */
export type DocsNavigation = {
  pages: readonly ListedPage[];
  references: readonly { of: Reference["of"]; tags: readonly TagLink[] }[];
};

/** The title of each reference. */
export const REFERENCE_TITLES = {
  app: "reference",
  venue: "referenceVenue",
  operator: "referenceOperator",
} as const;

type FrameProps = {
  navigation: DocsNavigation;
  /** The address of the page below `/docs/`. */
  current?: string;
  query?: string;
  text: FeatureText<"docs">;
  children: ReactNode;
};

export function DocsFrame({ navigation, current, query = "", text, children }: FrameProps) {
  const { pages, references } = navigation;
  return (
    // On a phone, the lists stand behind the content.
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="flex-col gap-4 max-lg:contents lg:sticky lg:flex lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto">
        <search>
          <form action="/docs" className="flex gap-2">
            <input
              type="search"
              name="q"
              defaultValue={query}
              maxLength={100}
              aria-label={text("search")}
              className="h-9 min-w-0 flex-1 rounded border border-line-strong bg-raised px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
            />
            <button
              type="submit"
              className={buttonStyle({ className: "min-h-9 pointer-coarse:min-h-11" })}
            >
              {text("searchButton")}
            </button>
          </form>
        </search>
        <PageLinks
          label={text("pages")}
          current={current}
          links={pages.map(({ slug, title }) => ({ slug, title, href: `/docs/${slug}` }))}
        />
        {references.map(({ of, tags }) => (
          <PageLinks
            key={of}
            label={text(REFERENCE_TITLES[of])}
            current={current}
            links={tags.map(({ slug, name }) => ({
              slug: `reference/${slug}`,
              title: name,
              href: `/docs/reference/${slug}`,
            }))}
          />
        ))}
        <ul className="flex flex-wrap gap-x-4 text-xs max-lg:order-1 lg:flex-col">
          <Beside href="/developers">{text("developers")}</Beside>
          <Beside href="/llms.txt">{text("forMachines")}</Beside>
        </ul>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </div>
  );
}

type PageLinksProps = {
  label: string;
  current: string | undefined;
  links: readonly { slug: string; title: string; href: string }[];
};

function PageLinks({ label, current, links }: PageLinksProps) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className="max-lg:order-1">
      <p id={id} className="px-2 pb-1 text-2xs text-ink-muted">
        {label}
      </p>
      <ul className="flex flex-wrap gap-x-2 lg:flex-col">
        {links.map(({ slug, title, href }) => (
          <li key={slug}>
            <a
              href={href}
              aria-current={slug === current ? "page" : undefined}
              lang="en"
              className="flex min-h-9 items-center rounded px-2 text-sm text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent pointer-coarse:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Beside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex items-center px-2 py-1 text-accent underline pointer-coarse:min-h-11"
      >
        {children}
      </a>
    </li>
  );
}
