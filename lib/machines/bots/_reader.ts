/** A bot key reads its account with the venue key that the app stores for that account. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { BotKeyActor } from "#lib/platform/actor.ts";
import type { AccountReader } from "#lib/trading/venue-access/expected-account.ts";

export type BotContext = { actor: BotKeyActor; now: number };

/** @throws WALLET_REQUIRED */
export function readerOf({ actor, now }: BotContext): { actor: AccountReader; now: number } {
  if (actor.account === undefined) throw new ServiceError("WALLET_REQUIRED");
  return { actor: { account: actor.account }, now };
}
