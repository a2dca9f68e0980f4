/**
 * The names that clients give to their orders. One that lost an answer sends its order again under the same `client_id`: the venue
 * refuses the second, and names the first (docs/decisions/088).
 */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Account, KeptClientId, Order } from "./market-state.ts";
import { RULES } from "./rules.ts";
import type { VenueState } from "./venue-state.ts";

/** Ids that are kept for an account. More than one order a second, all day. */
export const CLIENT_IDS_KEPT = 100_000;

/** Why new orders of the account may not have these names; null is no name. */
export function clientIdsProblem(
  state: VenueState,
  account: Account,
  clientIds: readonly (string | null)[],
): Refusal | undefined {
  const names = clientIds.filter((name) => name !== null);
  for (const name of names) {
    const orderId = orderNamed(account, name);
    if (orderId !== undefined) return refusal("DUPLICATED_CLIENT_ID", { orderId });
  }
  if (new Set(names).size < names.length) return refusal("DUPLICATED_CLIENT_ID", {});
  const kept = account.keptClientIds.size + names.length;
  if (state.rules < RULES.CLIENT_IDS || names.length === 0 || kept <= CLIENT_IDS_KEPT) {
    return undefined;
  }
  return refusal("CLIENT_ID_LIMIT", { most: CLIENT_IDS_KEPT });
}

/** The order that the id names: one that is open, or one that was placed within a day. */
export function orderNamed(account: Account, clientId: string): number | undefined {
  return account.clientIds.get(clientId)?.id ?? account.keptClientIds.get(clientId)?.orderId;
}

/** Keeps the name of an order for a day from its placement. */
export function keepClientId(state: VenueState, order: Order): void {
  const { account, clientId, id: orderId, createdAt } = order;
  if (clientId === null || state.rules < RULES.CLIENT_IDS) return;
  fileClientId(state, { account, clientId, orderId, until: createdAt + DAY_MS });
}

/** In order of their time. */
export function fileClientId({ clientIdQueue }: VenueState, kept: KeptClientId): void {
  kept.account.keptClientIds.set(kept.clientId, kept);
  clientIdQueue.push(kept);
}

/** Lets go of the ids whose day is over. */
export function forgetClientIds({ clientIdQueue, time }: VenueState): void {
  for (;;) {
    const oldest = clientIdQueue.peek();
    if (oldest === undefined || oldest.until > time) return;
    clientIdQueue.shift();
    const { account, clientId } = oldest;
    // Before the rule held, a later order may have taken the name of one that had ended.
    if (account.keptClientIds.get(clientId) === oldest) account.keptClientIds.delete(clientId);
  }
}
