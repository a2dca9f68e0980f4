/** The texts of each permission of an MCP key: its name, and what it means. */
import type { McpPermission } from "#lib/protocol/key-permissions.ts";

export const PERMISSION_TEXTS = {
  canStageOrders: { name: "orders", hint: "ordersHint" },
  canManageWebhooks: { name: "webhooks", hint: "webhooksHint" },
  canReadPartner: { name: "partnerRecords", hint: "partnerRecordsHint" },
} as const satisfies Record<McpPermission, { name: string; hint: string }>;
