/** A signed transaction from its signature to its end. */

/** A signed transaction as the browser stores it until its outcome is known. A retry sends the same bytes. */
export type SignedRecord = {
  version: 1;
  /** Base58: identifies the transaction on the chain. */
  signature: string;
  account: string;
  network: string;
  /** When the simulated chain for which it was signed began, in Unix seconds. Absent on other networks, and where it was not read. */
  chainBegan?: number;
  /** The signed bytes in base64. */
  transaction: string;
  /** The last block height at which it can land. */
  lastValidHeight: number;
  /** Unix milliseconds of this computer's clock. */
  createdAt: number;
};

export type TransactionState =
  | "sending"
  /** The node knows no such transaction: it may still land. */
  | "unknown"
  | "processed"
  | "confirmed"
  /** It cannot be undone. A deposit is credited next. */
  | "finalized"
  | "credited"
  /** It landed without an effect, and that is final. */
  | "failed"
  /** It did not land and never will: proved. */
  | "expired"
  /** The simulated chain that could have landed it is gone: another one was begun since. */
  | "chainGone"
  /** It was not sent at all. */
  | "refused";

/** Why the last sending was refused. The transaction may still land until it is dead. */
type SendRefusal = { code: string; message: string };

export type Progress = { state: TransactionState; refusal: SendRefusal | undefined };

export type Tracked<Kept extends SignedRecord> = Kept & Progress;

type Stateful = { state: TransactionState };

const DEAD: ReadonlySet<TransactionState> = new Set(["failed", "expired", "chainGone", "refused"]);
const ENDED: ReadonlySet<TransactionState> = new Set([...DEAD, "credited"]);

/** Whether it landed without an effect, or never will. */
export function isDead({ state }: Stateful): boolean {
  return DEAD.has(state);
}

/** Final transactions have ended as well, where nothing is credited. */
export function hasEnded({ state }: Stateful): boolean {
  return ENDED.has(state);
}

/** Until then no other one is signed: this one may still take its amount from the wallet, or not. */
export function isUndecided({ state }: Stateful): boolean {
  return state !== "finalized" && !ENDED.has(state);
}

const TEXTS = ["signature", "account", "network", "transaction"] as const;
const NUMBERS = ["lastValidHeight", "createdAt"] as const;

/** Whether a kept value is one of this version; what else it has is not checked. */
export function isSignedRecord(value: Readonly<Record<string, unknown>>): value is SignedRecord {
  return (
    value["version"] === 1 &&
    TEXTS.every((name) => typeof value[name] === "string") &&
    NUMBERS.every((name) => typeof value[name] === "number") &&
    (value["chainBegan"] === undefined || typeof value["chainBegan"] === "number")
  );
}
