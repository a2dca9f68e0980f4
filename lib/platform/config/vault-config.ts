/** Settings of the vault that the app reads: whose it is, and who answers for it. */
import { z } from "zod";
import { type DepositKey, depositKeySetting } from "#lib/kernel/deposit-key.ts";
import { Secret } from "#lib/kernel/env.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

export const vaultSettings = {
  VAULT_AUTHORITY: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 key of 32 bytes")
    .optional()
    .describe(
      "Multisig that owns the vault, base58: deposits go to its associated token account for USDC. Belongs to `CUSTODY_URL`. Without both, or without `SOLANA_RPC_URL`, deposits and withdrawals are not available",
    ),
  CUSTODY_URL: z
    .url()
    .optional()
    .describe(
      "Address of custody, whose `/v1/vault` proves the vault's balance and debts. Belongs to `VAULT_AUTHORITY`",
    ),
  VAULT_DEPOSIT_KEY: depositKeySetting.describe(
    "Public key from which the deposit addresses of accounts follow, the same at custody and the signers of the vault. `npm run vault:deposit-key` prints it. Belongs to `CUSTODY_ACCESS_KEY` and to a vault. Without it deposits need a memo",
  ),
  CUSTODY_ACCESS_KEY: z
    .string()
    .regex(/^custody_[0-9a-f]{64}$/, "must be custody_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`custody_` and 64 hex digits: with it the app asks custody for deposit addresses. Belongs to `VAULT_DEPOSIT_KEY`",
    ),
};

export type VaultConfig = {
  /** The multisig that owns the vault, base58. */
  authority: string;
  custodyUrl: string;
  /** Undefined where deposits need a memo. */
  deposits: { key: DepositKey; accessKey: Secret } | undefined;
};

type VaultEnvironment = z.output<z.ZodObject<typeof vaultSettings>>;

export function vaultOf(env: VaultEnvironment): VaultConfig | undefined {
  const { VAULT_AUTHORITY, CUSTODY_URL, VAULT_DEPOSIT_KEY: key, CUSTODY_ACCESS_KEY } = env;
  if (VAULT_AUTHORITY === undefined || CUSTODY_URL === undefined) return undefined;
  const deposits = key && CUSTODY_ACCESS_KEY && { key, accessKey: CUSTODY_ACCESS_KEY };
  return { authority: VAULT_AUTHORITY, custodyUrl: CUSTODY_URL.replace(/\/$/, ""), deposits };
}
