/** What a resource of the assistant endpoint is: a document that a client may put before its model. */

import type { ToolContext } from "#lib/assistants/mcp/tools/define-tool.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

export type McpResource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: "application/json" | "text/markdown";
  /** The scope that reading it takes; without one any caller reads it. */
  scope?: Scope;
  /** So long a client may keep it. */
  ttlMs: number;
  /** Whether it is the same for everybody. */
  isShared: boolean;
  /** @throws a refusal of the catalogue */
  read: (context: ToolContext) => Promise<string>;
};
