/** Addresses of connected apps (docs/api/oauth.md). */

export const GRANTS = "/api/v1/grants";
export const FIRST_GRANTS = `${GRANTS}?limit=50`;
