/** What a user may let an app or an assistant do (spec 1, "Scopes"). */

export const SCOPES = ["read:chat", "read:points", "read:market", "trade:execute"] as const;

export type Scope = (typeof SCOPES)[number];

/** What a client asks for first; it asks for more when a call needs it. */
export const LEAST_SCOPE: Scope = "read:market";

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The scopes of a space-separated list, each once, in the order of `SCOPES`; what is unknown is left out. */
export function scopesIn(list: string): Scope[] {
  const named = new Set(list.split(" "));
  return SCOPES.filter((scope) => named.has(scope));
}
