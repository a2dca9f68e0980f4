import type { Metadata } from "next";
import { DocsIndex, DocsSearch } from "#components/machines/docs/docs-page.tsx";
import { searchedPages } from "#components/machines/docs/reference.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { searchDocs } from "#lib/machines/docs/search-docs.ts";
import { docsNavigation } from "./navigation.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestPageText("docs"))("title") };
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Public: the documents of the API, and the search in them. */
export default async function Page({ searchParams }: PageProps) {
  const given = (await searchParams).q;
  const query = [given ?? ""].flat()[0]?.trim() ?? "";
  const { navigation, references } = await docsNavigation();
  const text = await requestPageText("docs");
  if (query === "") return <DocsIndex navigation={navigation} text={text} />;
  const found = await searchDocs(query, searchedPages(references));
  return <DocsSearch navigation={navigation} query={query} {...found} text={text} />;
}
