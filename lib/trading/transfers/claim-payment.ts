/** Has custody credit a payment into the vault that was sent without a usable memo, to the session's account. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { ClaimedPayment, PaymentClaim } from "#lib/protocol/wire/deposit-address.ts";
import { askCustody } from "./ask-custody.ts";

type Context = { actor: WalletActor; quotas: Quota[] };

const REASON =
  "it is not final, was credited before, has a memo of its own, or the sending wallet did not sign this";

/**
 * Custody and each signer verify that the wallet that paid has signed.
 * @throws CLAIM_REFUSED, TRANSFERS_NOT_AVAILABLE, CUSTODY_UNREACHABLE, RATE_LIMITED
 */
export async function claimPayment(
  { actor: { account, userId }, quotas }: Context,
  { payment, signature }: PaymentClaim,
): Promise<ClaimedPayment> {
  await takeQuotas(quotas, ["chain_sends", userId]);
  try {
    await askCustody("/v1/claims", { payment, account, signature });
    return { payment, account };
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const isRefused = cause instanceof UpstreamError && cause.code === "CLAIM_REFUSED";
    const error = isRefused
      ? new ServiceError("CLAIM_REFUSED", { reason: REASON })
      : new ServiceError("CUSTODY_UNREACHABLE");
    error.cause = cause;
    throw error;
  }
}
