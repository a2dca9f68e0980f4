/** The token accounts of the vault and of those who are paid. */
import { address } from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";

/** The associated token account of an owner, which anyone finds by the same rule. */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return account;
}

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
