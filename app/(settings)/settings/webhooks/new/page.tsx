import { pageTitle } from "#components/messages/page-title.ts";
import { NewWebhookPage } from "#components/webhooks/form/new-webhook-page.tsx";

export const generateMetadata = () => pageTitle("/settings/webhooks/new");

/** Registers a webhook. */
export default function NewWebhook() {
  return <NewWebhookPage />;
}
