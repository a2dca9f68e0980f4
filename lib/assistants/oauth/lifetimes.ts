/** How long things of OAuth live, in seconds. */

export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
/** Of a grant, from the consent on: its refresh tokens rotate, and none of them outlives it. */
export const GRANT_SECONDS = 30 * 86_400;
/** Of an authorization that waits for its user: signing in by mail takes its time. */
export const INTERACTION_SECONDS = 1_800;
/** For so long a refresh token that was rotated brings the answer of its rotation once more, in milliseconds. */
export const SAME_ANSWER_MS = 10_000;
