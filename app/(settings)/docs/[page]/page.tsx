import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { docsNavigation } from "#app/(settings)/docs/navigation.ts";
import { DocsDocument } from "#components/machines/docs/docs-page.tsx";
import { requestPageText } from "#components/messages/request-text.ts";
import { docTarget } from "#lib/machines/docs/doc-target.ts";
import { anchorOf, docPage, plainText } from "#lib/machines/docs/documents.ts";

type PageProps = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const page = await docPage((await params).page);
  return page === undefined ? {} : { title: page.title };
}

/** Public: a document of the API. */
export default async function Page({ params }: PageProps) {
  const page = await docPage((await params).page);
  if (page === undefined) notFound();
  const target = await docTarget();
  const { navigation } = await docsNavigation();
  return (
    <DocsDocument
      page={page}
      navigation={navigation}
      context={{ anchorOf, plainText, target }}
      text={await requestPageText("docs")}
    />
  );
}
