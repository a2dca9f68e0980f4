/** MCP keys as the service returns them (docs/api/mcp-keys.md). */
import type { WrongEndpointUse } from "#components/machines/parts/wrong-endpoint-hint.tsx";
import type { KeyState } from "#lib/protocol/key-state.ts";

export const MCP_KEYS = "/api/v1/mcp/keys";
/** The assistant endpoint. */
export const MCP_PATH = "/api/v1/mcp";

export type McpKey = {
  id: string;
  preview: string;
  name: string;
  state: KeyState;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedAgent: string | null;
  allowlist: readonly string[];
  tier: "default" | "elevated";
  canStageOrders: boolean;
  replaces: string | null;
  wrongDoor: WrongEndpointUse | null;
};

/** The answer that creates a key, the only one with its secret. */
export type NewMcpKey = McpKey & { secret: string };
