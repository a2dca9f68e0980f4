/** The words for each permission of an MCP key: its tick in the form, what it means, and what the card of a key says. */
import type { McpPermission } from "#lib/protocol/key-permissions.ts";

export const PERMISSION_TEXTS = {
  canStageOrders: { tick: "orders", hint: "ordersHint", card: "mayPropose" },
  canManageWebhooks: { tick: "webhooks", hint: "webhooksHint", card: "mayManageWebhooks" },
} as const satisfies Record<McpPermission, { tick: string; hint: string; card: string }>;
