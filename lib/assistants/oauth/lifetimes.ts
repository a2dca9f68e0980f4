/** Lifetimes of OAuth records, in seconds. */

export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
/** The life of a grant, from the consent on: its refresh tokens rotate within it. */
export const GRANT_SECONDS = 30 * 86_400;
/** The life of a pending authorization: signing in by mail takes a while. */
export const INTERACTION_SECONDS = 1_800;
/** How long a rotated refresh token gets the answer of its rotation again, in milliseconds. */
export const SAME_ANSWER_MS = 10_000;
