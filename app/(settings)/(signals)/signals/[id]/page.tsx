import { pageTitle } from "#components/messages/page-title.ts";
import { SignalPage } from "#components/signals/signal-page.tsx";

export const generateMetadata = () => pageTitle("/signals/[id]");

type SignalProps = { params: Promise<{ id: string }> };

/** Public: one signal. */
export default async function Page({ params }: SignalProps) {
  const { id } = await params;
  return <SignalPage key={id} id={id} />;
}
