/** The two ways to store a secret: by its hash when it is only compared, encrypted when signatures are verified with it. */
import "server-only";
import { hash, randomBytes } from "node:crypto";
import { config } from "#lib/platform/config/config.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { mcpKeyOf } from "#lib/protocol/key-formats.ts";

/** What is stored of a hashed secret: its SHA-256, hex. */
export function digestOf(secret: string): string {
  return hash("sha256", secret, "hex");
}

export function hashedSecret(): { secret: string; stored: { hash: string } } {
  const secret = mcpKeyOf(randomBytes(28).toString("hex"));
  return { secret, stored: { hash: digestOf(secret) } };
}

/** The id of the key is authenticated with its secret, so that no row can hold the secret of another. */
export function sealedSecret(id: string): { secret: string; stored: { encryptedSecret: string } } {
  const secret = `tbs_${randomBytes(32).toString("hex")}`;
  const encryptedSecret = encryptSecret(secret, id, config().encryptionSecret);
  return { secret, stored: { encryptedSecret } };
}

export function openSecret({ id, encryptedSecret }: SealedKey): string {
  const secret = decryptSecret(encryptedSecret, id, config().encryptionSecret);
  if (secret === undefined) {
    throw new Error("A bot secret does not decrypt: another ENCRYPTION_SECRET?");
  }
  return secret;
}

export type SealedKey = { id: string; encryptedSecret: string };
