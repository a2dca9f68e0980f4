import { answerOAuthRequest } from "#lib/assistants/oauth/provider-bridge.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { methodNotAllowed } from "#lib/server/route.ts";

export const POST = withCors(answerOAuthRequest);
export const OPTIONS = preflight("POST");

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
