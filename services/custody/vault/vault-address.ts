/** The token accounts of the vault and of the recipients. */
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";

export type Vault = {
  /** The multisig's address. */
  authority: string;
  /** The multisig's token account. */
  account: string;
  mint: string;
};

export async function deriveVault(authority: string, mint: string): Promise<Vault> {
  return { authority, mint, account: await tokenAccountOf(authority, mint) };
}
