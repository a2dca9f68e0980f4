/** The token accounts of the vault and of those who are paid. */
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";

export type Vault = {
  /** The multisig. */
  authority: string;
  /** Its token account. */
  account: string;
  mint: string;
};

export async function vaultOf(authority: string, mint: string): Promise<Vault> {
  return { authority, mint, account: await tokenAccountOf(authority, mint) };
}
