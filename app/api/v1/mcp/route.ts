/** The MCP server: the Model Context Protocol over HTTP, one JSON object per POST (docs/api/mcp.md). */

import { answerMcp } from "#lib/assistants/mcp/answer.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { route } from "#lib/server/route.ts";

export const POST = withCors(route({ credential: "assistant", cost: () => 10 }, answerMcp));

export const OPTIONS = preflight("POST");
