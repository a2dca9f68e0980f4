/** What the consent page shows of an app, and why it asks again. */

/** Why a decision did not count: another account, another session, or nothing was chosen. */
export const ASK_AGAIN = ["account", "session", "nothing"] as const;
export type AskAgain = (typeof ASK_AGAIN)[number];

export type RedirectKind =
  /** A site. */
  | "https"
  /** Any program that listens on the user's machine. */
  | "loopback"
  /** Any app on the user's machine that registered the scheme. */
  | "scheme";

export type ClientBadge =
  /** The operator of this service vouches for it (OAUTH_VERIFIED_CLIENTS). */
  | "verified"
  /** The site that describes the client is the one that users are sent back to, so no other client can pose as it. */
  | "domain_verified"
  /** Nothing that the client claims is verified. */
  | "unverified";

export type ClientWarning =
  /** Any program on the user's machine may receive the redirect. */
  | "loopback"
  /** Any app on the user's machine may have registered the scheme. */
  | "custom_scheme"
  /** Its name looks like this service's own. */
  | "imitates_service"
  /** A word of its name has letters of two scripts that look alike. */
  | "mixed_scripts"
  /** It registered itself less than a day ago. */
  | "new_client";

export type ClientDescription = {
  clientId: string;
  /** The client's own name; without one, the place that it sends the user to. */
  name: string;
  /** Host of the document that describes it; `undefined` for a client that registered itself, whose claims are unproven. */
  host: string | undefined;
  redirect: { kind: RedirectKind; host: string };
  badge: ClientBadge;
  warnings: ClientWarning[];
};
