/** POST {token} → {purpose, freshUntil}: opens a link that the signed-in session asked for. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { EmailToken } from "#lib/identity/email-tokens.ts";
import { EmailLinkUsed, useEmailLink } from "#lib/identity/use-email-link.ts";

export const POST = route(
  { credential: "session", body: EmailToken, response: EmailLinkUsed },
  useEmailLink,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
