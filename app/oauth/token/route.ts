import { preflight, withCors } from "#lib/http/cors.ts";
import { methodNotAllowed } from "#lib/http/route.ts";
import { answerOAuthRequest } from "#lib/oauth/answer-request.ts";

export const POST = withCors(answerOAuthRequest);
export const OPTIONS = preflight("POST");

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
