import { answerOAuthRequest as GET } from "#lib/assistants/oauth/provider-bridge.ts";
import { methodNotAllowed } from "#lib/server/route.ts";

const other = methodNotAllowed("GET");

export { GET, other as DELETE, other as PATCH, other as POST, other as PUT };
