import { answerOAuthRequest as GET } from "#lib/assistants/oauth/provider-bridge.ts";

export { GET };
