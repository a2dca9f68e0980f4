/** Permissions that a user can grant to an app or an assistant (docs/api/oauth.md). */

export const SCOPES = ["read:chat", "read:points", "read:market", "trade:execute"] as const;

export type Scope = (typeof SCOPES)[number];

/** As a user reads them: what is most sensitive first. An answer lists them in the order of `SCOPES`. */
const BY_RISK: readonly Scope[] = ["trade:execute", "read:chat", "read:points", "read:market"];

export function byRisk(scopes: readonly Scope[]): Scope[] {
  return BY_RISK.filter((scope) => scopes.includes(scope));
}

/** The only scope that the consent page preselects unasked. */
export const MIN_SCOPE: Scope = "read:market";

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The scopes of a space-separated list, each once, in the order of `SCOPES`; unknown ones are ignored. */
export function scopesIn(list: string): Scope[] {
  const named = new Set(list.split(" "));
  return SCOPES.filter((scope) => named.has(scope));
}
