/** Connected apps as the service returns them (docs/api/oauth.md). */
import type { Scope } from "#lib/protocol/scopes.ts";

export const GRANTS = "/api/v1/grants";
export const FIRST_GRANTS = `${GRANTS}?limit=50`;

/** One connection of an app. */
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

/** Totals of an app over all its live connections, also on pages not read yet. */
export type GrantedApp = { clientId: string; connections: number; scopes: readonly Scope[] };

export type GrantPage = {
  grants: readonly Grant[];
  apps: readonly GrantedApp[];
  /** Cursor of the page after this one. */
  next: string | null;
};
