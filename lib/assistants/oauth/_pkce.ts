/** PKCE (RFC 7636): every client needs it, also one with a secret, because its code may be read on the way (RFC 9700, 2.1.1). */
import type { Configuration } from "oidc-provider";

/** `oidc-provider` has no other method: with `plain` the challenge itself would be the secret. */
export const PKCE_METHODS = ["S256"] as const;

export const pkce: Configuration["pkce"] = { required: () => true };
