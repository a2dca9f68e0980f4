/** A deposit from its signature to its end. */

/** Where the browser keeps deposits. */
export const DEPOSIT_DATABASE = "svc-deposits";

/** What is kept until the end is known. The bytes are sent again as they are. */
export type DepositRecord = {
  version: 1;
  /** Base58: identifies the transaction on the chain. */
  signature: string;
  account: string;
  network: string;
  /** USDC as decimal text. */
  amount: string;
  /** The signed bytes in base64. */
  transaction: string;
  /** The last block height at which it can land. */
  lastValidHeight: number;
  /** Unix milliseconds of this computer's clock. */
  createdAt: number;
};

export type DepositState =
  | "sending"
  /** The node knows no such transaction: it may still land. */
  | "unknown"
  | "processed"
  | "confirmed"
  /** It cannot be undone; the venue credits it next. */
  | "finalized"
  | "credited"
  /** It landed without an effect, and that is final. */
  | "failed"
  /** It did not land and never will: proved. */
  | "expired";

/** Why the last sending was refused. The transaction may still land until it is dead. */
export type SendRefusal = { code: string; message: string };

export type Deposit = DepositRecord & {
  state: DepositState;
  refusal: SendRefusal | undefined;
};

const ENDED: ReadonlySet<DepositState> = new Set(["credited", "failed", "expired"]);

export function hasEnded({ state }: Pick<Deposit, "state">): boolean {
  return ENDED.has(state);
}

/** Until then no other deposit is signed: this one may still take its amount from the wallet, or not. */
export function isUndecided({ state }: Pick<Deposit, "state">): boolean {
  return state !== "finalized" && !ENDED.has(state);
}
