import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { docsNavigation } from "#app/(settings)/docs/navigation.ts";
import { tagLinks } from "#components/machines/docs/reference.ts";
import { ReferencePage, referenceTitle } from "#components/machines/docs/reference-page.tsx";
import { requestPageText } from "#components/messages/request-text.ts";

type PageProps = { params: Promise<{ tag: string }> };

async function foundBy({ params }: PageProps) {
  const { tag: slug } = await params;
  const { navigation, references } = await docsNavigation();
  for (const reference of references) {
    const tag = tagLinks(reference.document, reference.of).find((one) => one.slug === slug);
    if (tag !== undefined) return { navigation, reference, tag };
  }
  return undefined;
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const found = await foundBy(props);
  if (found === undefined) return {};
  return { title: referenceTitle(found.reference.of, found.tag, await requestPageText("docs")) };
}

/** Public: the operations of one part of the API. */
export default async function Page(props: PageProps) {
  const found = await foundBy(props);
  if (found === undefined) notFound();
  return <ReferencePage {...found} text={await requestPageText("docs")} />;
}
