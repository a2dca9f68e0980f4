/** How often somebody may make or replace a key, of whatever kind: each is a row, an entry of the log, and is kept for months. */
import "server-only";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";

/** `quotas`: the route's, of which the answer tells. */
export type KeyChange = { actor: SessionActor; quotas?: Quota[] };

/** Counts one. Ending keys is not counted: whoever lost some must be able to. @throws RATE_LIMITED */
export async function takeKeyChange({ actor, quotas = [] }: KeyChange): Promise<void> {
  await takeQuotas(quotas, ["key_changes", actor.userId]);
}
