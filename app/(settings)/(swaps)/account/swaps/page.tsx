import { pageTitle } from "#components/messages/page-title.ts";
import { SwapsPage } from "#components/swaps/history/swaps-page.tsx";
import { config } from "#lib/platform/config.ts";

export const generateMetadata = () => pageTitle("swaps");

/** The account's swaps. */
export default function Page() {
  return <SwapsPage sandboxUrl={config().sandboxUrl ?? null} />;
}
