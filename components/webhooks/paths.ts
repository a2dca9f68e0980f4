/** Addresses of webhooks: of the interface, and of their pages. */
import type { Route } from "next";

export const WEBHOOKS = "/api/v1/webhooks";

export const TABS = ["deliveries", "schedule", "secrets", "test", "debug", "settings"] as const;
export type Tab = (typeof TABS)[number];

export const webhookApi = (id: string): string => `${WEBHOOKS}/${id}`;
export const deliveryApi = (id: string, deliveryId: string): string =>
  `${WEBHOOKS}/${id}/deliveries/${deliveryId}`;

export const LIST_PAGE = "/settings/webhooks" as Route;
export const NEW_PAGE = "/settings/webhooks/new" as Route;
export const webhookPage = (id: string, tab?: Tab): Route =>
  `/settings/webhooks/${id}${tab === undefined ? "" : `?tab=${tab}`}` as Route;
export const deliveryPage = (id: string, deliveryId: string): Route =>
  `/settings/webhooks/${id}/deliveries/${deliveryId}` as Route;

/** The address of the sandbox's receiver for a name, through the app. */
export const receiverApi = (name: string): string => `/api/sandbox/hooks/${name}`;
