import { pageTitle } from "#components/messages/page-title.ts";
import { DeliveryPage } from "#components/webhooks/delivery/delivery-page.tsx";

export const generateMetadata = () => pageTitle("/settings/webhooks/[id]/deliveries/[did]");

type DeliveryProps = { params: Promise<{ id: string; did: string }> };

/** One delivery and its attempts. */
export default async function Delivery({ params }: DeliveryProps) {
  const { id, did } = await params;
  return <DeliveryPage key={did} webhookId={id} id={did} />;
}
