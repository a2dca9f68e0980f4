/** What the audit log can say. An action keeps its name for ever: rows that carry it are never changed. */

export const AUDIT_ACTIONS = [
  "account.created",
  "account.deleted",
  "session.opened",
  "session.proved",
  "session.revoked",
  "session.revoked_all",
  "sign_in.refused",
  "identity.linked",
  "identity.unlinked",
  "mcp_key.created",
  "mcp_key.rotated",
  "mcp_key.revoked",
  "mcp_key.revoked_all",
  "mcp_key.reminded",
  "mcp_key.limits_set",
  "bot_key.created",
  "bot_key.revoked",
  "bot_key.limits_set",
  "venue_key.created",
  "venue_key.revoked",
  "account.log_read",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
