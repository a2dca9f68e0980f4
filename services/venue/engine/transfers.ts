/** Money that entered or left an account, as the engine keeps it. A record never changes: a change makes a new one. */
import type { WithdrawalStatus } from "#lib/protocol/enumerations.ts";

export type Deposit = {
  kind: "DEPOSIT";
  id: string;
  account: string;
  amount: bigint;
  /** Takes effect once. */
  reference: string;
  source: string;
  /** The transaction that brought the money; null when no chain is behind it. */
  txHash: string | null;
  createdAt: number;
  /** Sequence number of the command that made it. */
  seq: number;
};

/** A transaction that pays a withdrawal. It may land until the chain's block height passes `lastValidBlockHeight`. */
export type Attempt = { signature: string; lastValidBlockHeight: number };

export type Withdrawal = {
  kind: "WITHDRAWAL";
  id: string;
  account: string;
  /** Taken from the balance when it was reserved. */
  amount: bigint;
  status: WithdrawalStatus;
  /** Digest of the signed write, with its signature and payload in lowercase hex: custody and signers verify them again. */
  digest: string;
  signature: string;
  payload: string;
  /** The signed timestamp. */
  timestamp: number;
  /** In order; each of them but the last is proved dead. */
  attempts: readonly Attempt[];
  /** The attempt that paid it. */
  txHash: string | null;
  /** Why it was returned. */
  reason: string | null;
  createdAt: number;
  updatedAt: number;
  /** Sequence numbers of the commands that made it and that last changed it. */
  createdSeq: number;
  seq: number;
};

export type Transfer = Deposit | Withdrawal;
