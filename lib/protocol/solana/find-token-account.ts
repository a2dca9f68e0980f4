/** The associated token account of a wallet, which follows from wallet and mint. */
import { type Address, address } from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";

/** The account in which a wallet, or another owner, holds a token. Both are base58. */
export async function tokenAccountOf(owner: string, mint: string): Promise<Address> {
  const terms = { owner: address(owner), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [account] = await findAssociatedTokenPda(terms);
  return account;
}
