import { CatalystPage } from "#components/catalysts/detail/catalyst-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("catalyst");

type CatalystProps = { params: Promise<{ id: string }> };

/** Public: one catalyst, and what was known of it when. */
export default async function Page({ params }: CatalystProps) {
  const { id } = await params;
  return <CatalystPage key={id} id={id} />;
}
