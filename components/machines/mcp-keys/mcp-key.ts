/** What the service answers about MCP keys (docs/api/mcp-keys.md). */
import type { WrongDoor } from "#components/machines/parts/wrong-door.tsx";
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
  wrongDoor: WrongDoor | null;
};

/** The answer that makes a key, and no other, has its secret. */
export type NewMcpKey = McpKey & { secret: string };
