import { answerOAuthRequest as GET } from "#lib/assistants/oauth/answer-oauth-request.ts";

export { GET };
