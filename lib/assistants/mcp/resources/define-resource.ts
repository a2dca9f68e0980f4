/** A resource of the assistant endpoint: a document that a client may give its model. */

import type { ToolContext } from "#lib/assistants/mcp/tools/define-tool.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

export type McpResource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: "application/json" | "text/markdown";
  /** The scope that reading it needs; without one any caller may read it. */
  scope?: Scope;
  /** How long a client may cache it. */
  ttlMs: number;
  /** Whether it is the same for every caller. */
  isShared: boolean;
  /** @throws a refusal of the catalogue */
  read: (context: ToolContext) => Promise<string>;
};
