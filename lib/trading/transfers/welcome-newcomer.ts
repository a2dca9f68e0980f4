/** Simulated SOL and USDC for a new wallet, on the simulated network only. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Quota, requireQuota } from "#lib/platform/http/quota.ts";
import { spentQuota } from "#lib/platform/http/rate-limits.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { NewcomerTokens } from "#lib/protocol/wire/chain.ts";
import { askJson, bodyOf, verbatim } from "#lib/trading/venue-access/ask-venue.ts";
import { requireVault } from "./vault-chain.ts";

type Context = { actor: WalletActor; quotas: Quota[] };

/** The sandbox waits until both transfers are confirmed. */
const TIMEOUT_MS = 15_000;

/** Those whose tokens are on their way: a second press at once gets no second set. */
const underWay = new Set<string>();

/**
 * Once an hour an account; a failure does not count.
 * @throws NOT_FOUND without a sandbox, RATE_LIMITED, TRANSFERS_NOT_AVAILABLE, SANDBOX_UNREACHABLE; the sandbox's own refusals pass through
 */
export async function welcomeNewcomer(call: { ctx: Context }): Promise<Response> {
  const { actor, quotas } = call.ctx;
  const { account } = actor;
  const { gives_tokens: gives } = await requireVault();
  const { sandboxUrl } = config();
  if (!gives || sandboxUrl === undefined) throw new ServiceError("NOT_FOUND");
  const spent = await spentQuota("newcomer_tokens", account);
  if (spent !== undefined) requireQuota(spent);
  if (underWay.has(account))
    throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: TIMEOUT_MS / 1_000 });
  underWay.add(account);
  try {
    const answer = await askSandbox(`${sandboxUrl}/solana/welcome`, account);
    if (answer.status === 200) await takeQuotas(quotas, ["newcomer_tokens", account]);
    return answer;
  } finally {
    underWay.delete(account);
  }
}

async function askSandbox(url: string, recipient: string): Promise<Response> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ recipient })),
  } as const;
  const answer = await askJson(url, request, TIMEOUT_MS).catch(unreachable);
  if (answer.status === 200 && !NewcomerTokens.safeParse(bodyOf(answer)).success)
    throw new ServiceError("SANDBOX_UNREACHABLE");
  return verbatim(answer);
}

function unreachable(cause: unknown): never {
  const refusal = new ServiceError("SANDBOX_UNREACHABLE");
  refusal.cause = cause;
  throw refusal;
}
