/** Why the authorization of an app ended before its time. */
export const GRANT_ENDS = [
  /** The user disconnected it. */
  "user",
  /** The app revoked one of its tokens. */
  "client",
  /** A code or a refresh token was sent twice, so one of the senders may have stolen it. */
  "reuse",
  /** The app got further permissions by a new authorization. */
  "replaced",
] as const;

export type GrantEnd = (typeof GRANT_ENDS)[number];

/** For developers, in errors of the interface. */
export const GRANT_END_TEXT: Record<GrantEnd, string> = {
  user: "The user disconnected this app.",
  client: "The app ended this authorization.",
  reuse:
    "This authorization ended because a code or refresh token was used twice, so it may have been stolen.",
  replaced: "A newer authorization of this app replaced this one.",
};
