import { answerOAuthRequest } from "#lib/assistants/oauth/answer-oauth-request.ts";
import { preflight, withCors } from "#lib/server/cors.ts";

export const POST = withCors(answerOAuthRequest);
export const OPTIONS = preflight("POST");
