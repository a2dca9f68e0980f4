import { MovePage } from "#components/catalysts/move/move-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/catalysts/moves/[id]");

type MoveProps = { params: Promise<{ id: string }> };

/** Public: one price move, and how the service explained it at any time. */
export default async function Page({ params }: MoveProps) {
  const { id } = await params;
  return <MovePage key={id} id={id} />;
}
