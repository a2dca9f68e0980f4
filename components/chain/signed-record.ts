/** A signed transaction from its signature until its outcome is known. */

/** A signed transaction as the browser stores it until its outcome is known. A retry sends the same bytes. */
export type SignedRecord = {
  version: 1;
  /** Base58: identifies the transaction on the chain. */
  signature: string;
  account: string;
  network: string;
  /**
   * When the simulated chain began, in Unix seconds. Absent on other networks, and if the read
   * failed.
   */
  chainBegan?: number;
  /** The signed bytes in base64. */
  transaction: string;
  /** The last block height at which the transaction can land. */
  lastValidHeight: number;
  /** Unix milliseconds of this computer's clock. */
  createdAt: number;
};

export type TransactionState =
  | "sending"
  /** The node does not know the transaction, which may still land. */
  | "unknown"
  | "processed"
  | "confirmed"
  /** Final. If the transaction is a deposit, its credit follows. */
  | "finalized"
  | "credited"
  /** It landed, had no effect, and that is final. */
  | "failed"
  /** It did not land and never will. This is proved. */
  | "expired"
  /** The simulated chain was reset, so the chain that could have landed it is gone. */
  | "chainGone"
  /** It was never sent. */
  | "refused";

/**
 * Why the last attempt to send was refused. Until it is proved dead, the transaction may still
 * land.
 */
type SendRefusal = { code: string; message: string };

export type TrackingState = { state: TransactionState; refusal: SendRefusal | undefined };

export type Tracked<Stored extends SignedRecord> = Stored & TrackingState;

type Stateful = { state: TransactionState };

const DEAD: ReadonlySet<TransactionState> = new Set(["failed", "expired", "chainGone", "refused"]);
const ENDED: ReadonlySet<TransactionState> = new Set([...DEAD, "credited"]);

/** Whether it had no effect, or never will have one. */
export function isDead({ state }: Stateful): boolean {
  return DEAD.has(state);
}

/**
 * True for states that end every transaction. "finalized" ends only those that wait for no credit.
 */
export function hasEnded({ state }: Stateful): boolean {
  return ENDED.has(state);
}

/**
 * While this is true, the wallet signs nothing else: this transaction may or may not still spend
 * its amount.
 */
export function isUndecided({ state }: Stateful): boolean {
  return state !== "finalized" && !ENDED.has(state);
}

const UNSEEN: ReadonlySet<TransactionState> = new Set(["sending", "unknown", "processed"]);

/** True until a confirmed block shows it: what it spends may still be in the wallet's balance. */
export function isUnseen({ state }: Stateful): boolean {
  return UNSEEN.has(state);
}

const TEXTS = ["signature", "account", "network", "transaction"] as const;
const NUMBERS = ["lastValidHeight", "createdAt"] as const;

/** Whether a stored value is a record of this version. Its other fields are not checked. */
export function isSignedRecord(value: Readonly<Record<string, unknown>>): value is SignedRecord {
  return (
    value["version"] === 1 &&
    TEXTS.every((name) => typeof value[name] === "string") &&
    NUMBERS.every((name) => typeof value[name] === "number") &&
    (value["chainBegan"] === undefined || typeof value["chainBegan"] === "number")
  );
}
