import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";

/** Loads the texts of the webhook pages. */
export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <RequestTexts of={["webhooks", "keys"]}>{children}</RequestTexts>;
}
