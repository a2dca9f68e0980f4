/** The request of a page after a wallet has signed. */
import { z } from "zod";

export const WalletProof = z.strictObject({
  /** Base58 public key. */
  address: z.string().max(64),
  /** The signed text, byte for byte. */
  message: z.string().max(4_096),
  /** Base58 of the 64 signature bytes. */
  signature: z.string().max(128),
});
