/** Dynamic registration of apps and assistants (RFC 7591): see docs/api/oauth.md. */

import { MetadataError } from "#lib/assistants/oauth-clients/client-metadata.ts";
import { registerClient } from "#lib/assistants/oauth-clients/register-client.ts";
import { DEFAULT_BODY_LIMIT_BYTES, isJson, readBytes } from "#lib/platform/http/body.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { type RouteHandler, route } from "#lib/server/route.ts";

/** Browser clients of any origin may register: cookies are ignored, and the answer concerns only the caller. */
const CORS = { "access-control-allow-origin": "*" };

/** The errors of this endpoint have the form of RFC 7591, section 3.2.2. */
const register = route({ credential: "public" }, async ({ ctx, input: { request } }) => {
  const body = await readObject(request);
  if (typeof body === "string") return refusal("invalid_client_metadata", body);
  try {
    return respond(201, await registerClient(body, ctx.now));
  } catch (thrown) {
    if (thrown instanceof MetadataError) return refusal(thrown.code, thrown.message);
    throw thrown;
  }
});

function refusal(error: string, description: string) {
  return respond(400, { error, error_description: description });
}

/** Returns the body, or a text with the reason why it is invalid. @throws BODY_TOO_LARGE */
async function readObject(request: Request): Promise<Record<string, unknown> | string> {
  if (!isJson(request.headers)) return "The body must be application/json.";
  const bytes = await readBytes(request, DEFAULT_BODY_LIMIT_BYTES);
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isRecord(body) ? body : "The body must be a JSON object.";
  } catch {
    return "The body must be a JSON object.";
  }
}

export const POST: RouteHandler = async (request, context) => {
  const answer = await register(request, context);
  for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value);
  answer.headers.set("access-control-expose-headers", "Retry-After, X-Request-Id");
  return answer;
};

export function OPTIONS(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      "access-control-allow-methods": "POST",
      // Some clients send the revision of the Model Context Protocol with every request.
      "access-control-allow-headers": "Accept, Authorization, Content-Type, MCP-Protocol-Version",
      "access-control-max-age": "86400",
    },
  });
}
