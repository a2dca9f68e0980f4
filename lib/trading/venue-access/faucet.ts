/** Simulated money for the signed-in account, while the simulated market runs. */
import "server-only";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { askJson, verbatim } from "./ask-venue.ts";

/** In USDC. */
const AMOUNT = "10000";

/** Answers the sandbox's `{transfer}`. @throws NOT_FOUND without a sandbox, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function fundFromFaucet(call: { ctx: { actor: WalletActor } }): Promise<Response> {
  const { sandboxUrl } = config();
  if (sandboxUrl === undefined) throw new ServiceError("NOT_FOUND");
  const answer = await askJson(`${sandboxUrl}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ account: call.ctx.actor.account, amount: AMOUNT })),
  });
  return verbatim(answer);
}
