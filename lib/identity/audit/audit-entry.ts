/** An entry of the audit log, as it is recorded. */
import type { Actor, Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { AuditAction } from "./audit-actions.ts";

/** The actor: a caller, or the service itself. */
export type AuditActor = Actor | { kind: "service" };

export type AuditEntry = {
  now: number;
  /** The affected account. */
  userId: string;
  actor: AuditActor;
  action: AuditAction;
  /** Id of the changed object. */
  target?: string;
  client?: Client;
  /** Few and short; never a secret. Erased with the account. */
  details?: Record<string, string | number | boolean>;
  /** Mail addresses that this change took from the account: they get the notice too. */
  formerAddresses?: readonly string[];
};

export type AuditDatabase = Pick<Database, "insert" | "execute">;
