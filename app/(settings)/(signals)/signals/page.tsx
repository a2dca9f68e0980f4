import { pageTitle } from "#components/messages/page-title.ts";
import { SignalsPage } from "#components/signals/signals-page.tsx";

export const generateMetadata = () => pageTitle("/signals");

/** Public: signals, how they ended, and their track record. */
export default function Page() {
  return <SignalsPage />;
}
