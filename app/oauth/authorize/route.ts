import { methodNotAllowed } from "#lib/http/route.ts";
import { answerOAuthRequest as GET } from "#lib/oauth/answer-request.ts";

const other = methodNotAllowed("GET");

export { GET, other as DELETE, other as PATCH, other as POST, other as PUT };
