/** The wallets of roles in the simulation: each follows from the seed of the simulation. */
import { createHash } from "node:crypto";
import { Wallet } from "#lib/kernel/wallet.ts";

export function walletOfRole(seed: string, role: string): Wallet {
  return new Wallet(keyOfRole(seed, role));
}

/** The private key of that wallet: 32 bytes. */
export function keyOfRole(seed: string, role: string): Buffer {
  return createHash("sha256").update(`wallet:${seed}:${role}`).digest();
}
