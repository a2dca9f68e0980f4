/** The assistant endpoint: the Model Context Protocol over HTTP, one JSON object per POST (spec 1, "Assistant endpoint"). */

import { answerMcp } from "#lib/assistants/mcp/answer.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { route } from "#lib/server/route.ts";

export const POST = withCors(route({ credential: "assistant" }, answerMcp));

export const OPTIONS = preflight("POST");
