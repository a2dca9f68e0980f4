import { readAssetMarkets } from "#app/(settings)/(catalysts)/asset-markets.ts";
import { CatalystPage } from "#components/catalysts/detail/catalyst-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/catalysts/[id]");

type CatalystProps = { params: Promise<{ id: string }> };

/** Public: one catalyst, and what the service knew of it at any time. */
export default async function Page({ params }: CatalystProps) {
  const { id } = await params;
  return <CatalystPage key={id} id={id} markets={await readAssetMarkets()} />;
}
