/** Refusals of OAuth access tokens. */
import { GRANT_END_TEXT, type GrantEnd } from "#lib/protocol/grant-end.ts";
import { type Entry, entry } from "./error-entry.ts";

export const OAUTH_ERRORS = {
  UNKNOWN_TOKEN: entry(
    401,
    "This access token is unknown. It has ended, was revoked, or belongs to another service.",
  ),
  EXPIRED_TOKEN: entry<{
    expiredAt: string;
    /** Its authorization has ended as well. */
    isOver?: boolean;
  }>(
    401,
    (c) =>
      `The access token expired at ${c.expiredAt}. ${c.isOver === true ? "Its authorization has expired too: request a new one." : "Use the refresh token for a new one."}`,
  ),
  REVOKED_GRANT: entry<{ reason: GrantEnd | null }>(
    401,
    (c) =>
      `${c.reason === null ? "This authorization was revoked." : GRANT_END_TEXT[c.reason]} Request a new one.`,
  ),

  /** Scopes, separated by spaces (RFC 6750, 3.1). `granted`: scopes that a client must request again, or loses. */
  INSUFFICIENT_SCOPE: entry<{
    needed: string;
    granted?: string;
    /** Where the user grants more. */
    page: string;
  }>(
    403,
    (c) =>
      `The user has not granted ${c.needed}. Ask the user to allow it at ${c.page}, or start the authorization again and request it.`,
  ),
} satisfies Record<string, Entry<never>>;
