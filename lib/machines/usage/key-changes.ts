/** Limits how often a user may create or rotate keys of any kind: each is a row and an entry of the log, and is kept for months. */
import "server-only";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";

/** `quotas`: those of the route, which the answer announces. */
export type KeyChange = { actor: SessionActor; quotas?: Quota[] };

/** Counts one. Revocations are not counted, because they must always be possible. @throws RATE_LIMITED */
export async function takeKeyChange({ actor, quotas = [] }: KeyChange): Promise<void> {
  await takeQuotas(quotas, ["key_changes", actor.userId]);
}
