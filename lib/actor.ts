/** Who is calling. A verb's first line looks at this, and at nothing else, to decide whether it may run. */
import { ServiceError } from "./errors.ts";

export type Actor =
  | { kind: "anonymous" }
  /** A person signed in with their wallet; `account` is its base58 public key. */
  | { kind: "session"; account: string };

export type SessionActor = Extract<Actor, { kind: "session" }>;

/** @throws SIGN_IN_REQUIRED unless a person is signed in. */
export function requireSession(actor: Actor): SessionActor {
  if (actor.kind !== "session") throw new ServiceError("SIGN_IN_REQUIRED");
  return actor;
}
