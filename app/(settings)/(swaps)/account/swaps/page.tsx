import { pageTitle } from "#components/messages/page-title.ts";
import { SwapsPage } from "#components/swaps/history/swaps-page.tsx";
import { config } from "#lib/platform/config/config.ts";

export const generateMetadata = () => pageTitle("/account/swaps");

/** The account's swaps. */
export default function Page() {
  return <SwapsPage sandboxUrl={config().sandboxUrl ?? null} />;
}
