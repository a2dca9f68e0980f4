/** What pages need to know before money enters or leaves. */
import "server-only";
import type { Client } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { TransferTerms } from "#lib/protocol/wire/chain.ts";
import { vaultTerms } from "./vault-chain.ts";

/** @throws RATE_LIMITED */
export async function transferTerms({
  client,
  quotas,
}: {
  client: Client;
  quotas: Quota[];
}): Promise<TransferTerms> {
  await takeQuotas(quotas, ["chain_reads", client.address]);
  return { vault: (await vaultTerms()) ?? null };
}
