import { pageTitle } from "#components/messages/page-title.ts";
import { WebhookPage } from "#components/webhooks/detail/webhook-page.tsx";

export const generateMetadata = () => pageTitle("/settings/webhooks/[id]");

type WebhookProps = { params: Promise<{ id: string }> };

/** One webhook: its deliveries, schedule, secrets, tests and settings. */
export default async function Webhook({ params }: WebhookProps) {
  const { id } = await params;
  return <WebhookPage key={id} id={id} />;
}
