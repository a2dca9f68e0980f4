/** What the owner of an MCP key may allow it beyond reading. Each permission is a column of the key's row, and off by default. */
import type { Scope } from "./scopes.ts";

export type McpPermission = "canStageOrders" | "canManageWebhooks" | "canReadPartner";

/** The scope that each permission gives at the assistant endpoint, if any. */
export const PERMISSION_SCOPE: Record<McpPermission, Scope | undefined> = {
  canStageOrders: "trade:execute",
  // Webhooks are managed at their own endpoints, not by assistants.
  canManageWebhooks: undefined,
  // Partner records are read at their own endpoints.
  canReadPartner: undefined,
};

/** A value for each permission, in the order in which answers have them. */
export function mapPermissions<Value>(
  make: (name: McpPermission) => Value,
): Record<McpPermission, Value> {
  return {
    canStageOrders: make("canStageOrders"),
    canManageWebhooks: make("canManageWebhooks"),
    canReadPartner: make("canReadPartner"),
  };
}
