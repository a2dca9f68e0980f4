/** Simulated money for the signed-in account, while the simulated market runs. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { askJson, verbatim } from "./ask-venue.ts";

/** In USDC. */
const AMOUNT = "10000";

/** With a chain the sandbox answers when the deposit is final and credited: a few seconds. */
const TIMEOUT_MS = 12_000;

/** Answers the sandbox's `{transfer}`. @throws NOT_FOUND without a sandbox, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function fundFromFaucet(call: { ctx: { actor: WalletActor } }): Promise<Response> {
  const { sandboxUrl } = config();
  if (sandboxUrl === undefined) throw new ServiceError("NOT_FOUND");
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ account: call.ctx.actor.account, amount: AMOUNT })),
  } as const;
  const answer = await askJson(`${sandboxUrl}/faucet`, request, TIMEOUT_MS);
  return verbatim(answer);
}
