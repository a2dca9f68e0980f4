import { pageTitle } from "#components/messages/page-title.ts";
import { WebhooksPage } from "#components/webhooks/list/webhooks-page.tsx";
import { receiverUrl } from "#lib/platform/outbound/webhook-targets.ts";

export const generateMetadata = () => pageTitle("/settings/webhooks");

/** The account's webhooks. */
export default function Webhooks() {
  return <WebhooksPage receiverUrl={receiverUrl()} />;
}
