/** Addresses of webhooks: of the API, and of their pages. */
import type { Href } from "#components/frame/pages/pages.ts";

export const WEBHOOKS_API = "/api/v1/webhooks";

export const TABS = ["deliveries", "schedule", "secrets", "test", "debug", "settings"] as const;
export type WebhookTab = (typeof TABS)[number];

export const webhookApi = (id: string): string => `${WEBHOOKS_API}/${id}`;
export const deliveryApi = (id: string, deliveryId: string): string =>
  `${WEBHOOKS_API}/${id}/deliveries/${deliveryId}`;

export const LIST_PAGE = "/settings/webhooks";
export const NEW_PAGE = "/settings/webhooks/new";
export const webhookPage = (id: string, tab?: WebhookTab): Href =>
  `/settings/webhooks/${id}${tab === undefined ? "" : `?tab=${tab}`}`;
export const deliveryPage = (id: string, deliveryId: string): Href =>
  `/settings/webhooks/${id}/deliveries/${deliveryId}`;

/** The app's address of a receiver in the sandbox. */
export const receiverApi = (name: string): string => `/api/sandbox/hooks/${name}`;
