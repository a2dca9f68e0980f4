import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { docsNavigation } from "#app/(settings)/docs/navigation.ts";
import { docsText } from "#components/machines/docs/load-messages.ts";
import { ReferencePage } from "#components/machines/docs/reference-page.tsx";

type PageProps = { params: Promise<{ tag: string }> };

async function tagOf({ params }: PageProps) {
  const { tag: slug } = await params;
  const { navigation } = await docsNavigation();
  return navigation.tags.find((tag) => tag.slug === slug);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const tag = await tagOf(props);
  return tag === undefined ? {} : { title: (await docsText())("referenceOf", { tag: tag.name }) };
}

/** Public: the operations of one part of the API. */
export default async function Page(props: PageProps) {
  const tag = await tagOf(props);
  if (tag === undefined) notFound();
  return <ReferencePage {...(await docsNavigation())} tag={tag} text={await docsText()} />;
}
