/** What pages need to know before money enters or leaves. */
import "server-only";
import type { TransferTerms } from "#lib/protocol/wire/chain.ts";
import { vaultTerms } from "./vault-chain.ts";

export async function transferTerms(): Promise<TransferTerms> {
  return { vault: (await vaultTerms()) ?? null };
}
