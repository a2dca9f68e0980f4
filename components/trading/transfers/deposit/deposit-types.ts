/** A deposit from its signature to its end. */
import type { SignedRecord, Tracked } from "#components/chain/signed-record.ts";

/** Where the browser keeps deposits. */
export const DEPOSIT_DATABASE = "svc-deposits";

/** `amount`: USDC as decimal text. */
export type DepositRecord = SignedRecord & { amount: string };

export type Deposit = Tracked<DepositRecord>;
