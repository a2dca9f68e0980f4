/** Headers that scripts of other origins cannot read unless an answer names them. */
const EXPOSED =
  "WWW-Authenticate, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id";
/** The headers of an answer that pages of every origin may read. */
export const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
} as const;
