/** What the consent page shows of an app, and why it asks again. */

/** Why the answer of the page did not count: another account, another session, or nothing was chosen. */
export const ASK_AGAIN = ["account", "session", "nothing"] as const;
export type AskAgain = (typeof ASK_AGAIN)[number];

export type RedirectKind =
  /** A site. */
  | "https"
  /** Whatever listens on the user's machine. */
  | "loopback"
  /** Whatever app on the user's machine took the scheme for itself. */
  | "scheme";

export type ClientBadge =
  /** The operator of this service vouches for it (OAUTH_VERIFIED_CLIENTS). */
  | "verified"
  /** The site that describes it is the one that the user is sent back to, so that nobody else can pose as it. */
  | "domain_verified"
  /** Nothing of what it says was checked. */
  | "unverified";

export type ClientWarning =
  /** Any program on the user's machine may be the one that is sent back to. */
  | "loopback"
  /** Any app on the user's machine may have taken the scheme. */
  | "custom_scheme"
  /** Its name looks like this service's own. */
  | "imitates_service"
  /** A word of its name has letters of two scripts that look alike. */
  | "mixed_scripts"
  /** It registered itself less than a day ago. */
  | "new_client";

export type ClientDescription = {
  clientId: string;
  /** What it calls itself; where it sends the user when it has no name. */
  name: string;
  /** Host of the document that describes it; `undefined` for one that registered itself, of which nothing is proven. */
  host: string | undefined;
  redirect: { kind: RedirectKind; host: string };
  badge: ClientBadge;
  warnings: ClientWarning[];
};
