/** An account as the chain stores it. `null` means that the account does not exist. */
export type AccountState = {
  lamports: bigint;
  data: Uint8Array;
  /** The program that owns the account, base58. */
  owner: string;
  executable: boolean;
};
