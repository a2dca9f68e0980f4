/** The deposit address of the session's wallet, and what is on its way from there. Custody watches it from then on. */
import "server-only";
import { deriveDepositAddress } from "#lib/kernel/deposit-key.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import { askCustody } from "./ask-custody.ts";

type Context = { actor: WalletActor; client: Client; quotas: Quota[] };

/**
 * An address is given out only when custody has it on the disk, and only when it follows from the key of this process: custody alone
 * can lead no deposit elsewhere.
 * @throws TRANSFERS_NOT_AVAILABLE without deposit addresses, CUSTODY_UNREACHABLE, RATE_LIMITED
 */
export async function readDepositAddress({
  actor: { account },
  client,
  quotas,
}: Context): Promise<DepositAddressState> {
  await takeQuotas(quotas, ["chain_reads", client.address]);
  const key = config().chain?.vault?.deposits?.key;
  if (key === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  try {
    const value = await askCustody("/v1/deposit-addresses", { account });
    const state = DepositAddressState.parse(value);
    if (state.address === deriveDepositAddress(key, account)) return state;
    throw new UpstreamError("unexpected", "custody has another VAULT_DEPOSIT_KEY");
  } catch (cause) {
    const error = new ServiceError("CUSTODY_UNREACHABLE");
    error.cause = cause;
    throw error;
  }
}
