/** What the service answers about connected apps (docs/api/oauth.md). */
import type { Scope } from "#lib/protocol/scopes.ts";

export const GRANTS = "/api/v1/grants";

export type Grant = {
  id: string;
  clientId: string;
  name: string;
  host: string | null;
  redirectHost: string;
  badge: "verified" | "domain_verified" | "unverified";
  state: "active" | "expired" | "revoked";
  scopes: readonly Scope[];
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  firstUsedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedAgent: string | null;
};
