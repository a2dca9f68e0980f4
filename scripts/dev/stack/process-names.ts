/** Names of the processes of a stack, which are also the names of their logs. */
export const PROCESS_NAMES = [
  "venue",
  "venue-2",
  "chain",
  "destination-chain",
  "sandbox",
  "oracle",
  "vault-signer-1",
  "vault-signer-2",
  "vault-signer-3",
  "custody",
  "app",
  "app-2",
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
export const VAULT_SIGNER_NAMES = ["vault-signer-1", "vault-signer-2", "vault-signer-3"] as const;
