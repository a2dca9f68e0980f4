import { MovePage } from "#components/catalysts/move/move-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("priceMove");

type MoveProps = { params: Promise<{ id: string }> };

/** Public: one move of a price, and what was said of its cause when. */
export default async function Page({ params }: MoveProps) {
  const { id } = await params;
  return <MovePage key={id} id={id} />;
}
