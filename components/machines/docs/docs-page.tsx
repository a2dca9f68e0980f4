/** The documents of the API: their list, the search and a page. Rendered on the server; everything works without a script. */

import type { Token } from "marked";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import {
  DocsFrame,
  type DocsNavigation,
  type ListedPage,
  REFERENCE_TITLES,
} from "./docs-frame.tsx";
import { Markdown, type MarkdownContext } from "./markdown.tsx";
import type { TagLink } from "./reference.ts";

export type ShownPage = ListedPage & {
  /** Path below `/docs/files/`. */
  file: string;
  tokens: readonly Token[];
  sections: readonly { anchor: string; title: string; depth: number }[];
};

export type Match = { slug: string; page: string; anchor: string; title: string; excerpt: string };

type IndexProps = { navigation: DocsNavigation; text: FeatureText<"docs"> };

/** `/docs` */
export function DocsIndex({ navigation, text }: IndexProps) {
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic isWide>
      <DocsFrame navigation={navigation} text={text}>
        <p className="text-xs text-ink-muted">{text("language")}</p>
        <ul lang="en" dir="ltr" className="grid gap-3 sm:grid-cols-2">
          {navigation.pages.map(({ slug, title, summary }) => (
            <li key={slug}>
              <a
                href={`/docs/${slug}`}
                className="flex h-full flex-col gap-1 rounded-md border bg-surface p-4 hover:border-accent"
              >
                <span className="font-medium text-accent">{title}</span>
                <span className="text-xs leading-5 text-ink-muted">{summary}</span>
              </a>
            </li>
          ))}
        </ul>
        {navigation.references.map(({ of, tags }) => (
          <TagList key={of} title={text(REFERENCE_TITLES[of])} tags={tags} />
        ))}
      </DocsFrame>
    </SettingsPage>
  );
}

function TagList({ title, tags }: { title: string; tags: readonly TagLink[] }) {
  return (
    <>
      <h2 className="mt-2 text-base font-semibold">{title}</h2>
      <ul lang="en" dir="ltr" className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {tags.map(({ slug, name, description }) => (
          <li key={slug} className="flex flex-col text-xs">
            <a
              href={`/docs/reference/${slug}`}
              className="inline-flex items-center text-sm text-accent underline pointer-coarse:min-h-11"
            >
              {name}
            </a>
            <span className="text-ink-muted">{description}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type SearchProps = IndexProps & { query: string; matches: readonly Match[]; hasAll: boolean };

/** `/docs?q=` */
export function DocsSearch({ navigation, query, matches, hasAll, text }: SearchProps) {
  const found = text(hasAll ? "matches" : "matchesOfMost", { count: matches.length });
  return (
    <SettingsPage title={text("matchesOf", { query })} isPublic isWide>
      <DocsFrame navigation={navigation} query={query} text={text}>
        <output>{matches.length === 0 ? text("noMatch") : found}</output>
        <ol lang="en" dir="ltr" className="flex flex-col divide-y divide-line">
          {matches.map(({ slug, page, anchor, title, excerpt }) => (
            <li key={`${slug}#${anchor}`} className="flex flex-col gap-1 py-3">
              <a
                href={`/docs/${slug}${anchor === "" ? "" : `#${anchor}`}`}
                className="inline-flex items-center self-start font-medium text-accent underline pointer-coarse:min-h-11"
              >
                {title === page ? title : `${page} › ${title}`}
              </a>
              <p className="text-xs leading-5 wrap-anywhere text-ink-muted">{excerpt}</p>
            </li>
          ))}
        </ol>
      </DocsFrame>
    </SettingsPage>
  );
}

type DocumentProps = IndexProps & { page: ShownPage; context: Omit<MarkdownContext, "text"> };

/** `/docs/{slug}` */
export function DocsDocument({ navigation, page, context, text }: DocumentProps) {
  const { pages } = navigation;
  const index = pages.findIndex(({ slug }) => slug === page.slug);
  const sections = page.sections.filter(({ depth }) => depth === 2);
  return (
    <SettingsPage title={page.title} isPublic isWide>
      <DocsFrame navigation={navigation} current={page.slug} text={text}>
        <p className="flex flex-wrap items-center gap-x-4 text-xs text-ink-muted">
          {text("language")}
          <a
            href={`/docs/files/${page.file}`}
            className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
          >
            {text("asMarkdown")}
          </a>
        </p>
        {sections.length < 2 ? null : (
          <nav aria-label={text("onThisPage")} lang="en">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {sections.map(({ anchor, title }) => (
                <li key={anchor}>
                  <a
                    href={`#${anchor}`}
                    className="inline-flex items-center text-xs text-accent underline pointer-coarse:min-h-11"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <article lang="en" dir="ltr" className="flex min-w-0 flex-col gap-3 text-sm">
          <Markdown tokens={page.tokens} context={{ ...context, text }} />
        </article>
        <p className="flex flex-wrap justify-between gap-4 border-t pt-3">
          <Neighbour page={pages[index - 1]} label="previous" text={text} />
          <Neighbour page={pages[index + 1]} label="next" text={text} />
        </p>
      </DocsFrame>
    </SettingsPage>
  );
}

type NeighbourProps = {
  page: ListedPage | undefined;
  label: "next" | "previous";
  text: FeatureText<"docs">;
};

function Neighbour({ page, label, text }: NeighbourProps) {
  if (page === undefined) return <span />;
  return (
    <a
      href={`/docs/${page.slug}`}
      className="inline-flex items-center text-sm text-accent underline pointer-coarse:min-h-11"
    >
      {text(label, { title: page.title })}
    </a>
  );
}
