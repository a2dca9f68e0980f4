/** Who is calling. A verb's first line looks at this, and at nothing else, to decide whether it may run. */
export type Actor =
  | { kind: "anonymous" }
  /** A person signed in with their wallet; `account` is its base58 public key. */
  | { kind: "session"; account: string };

export type SessionActor = Extract<Actor, { kind: "session" }>;
