/** Reads of the account that a bot key was made for, through the venue key that the app keeps for it. */
import "server-only";
import { z } from "zod";
import { pageParameters } from "#lib/account-history/page-query.ts";
import { readHistoryPage } from "#lib/account-history/read-page.ts";
import type { BotKeyActor } from "#lib/actor.ts";
import { ServiceError } from "#lib/errors.ts";
import type { AccountReader } from "#lib/venue-access/expected-account.ts";
import { forwardRead } from "#lib/venue-access/forward.ts";

type Context = { actor: BotKeyActor; now: number };

export const BotOrdersQuery = z.strictObject({
  market: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol")
    .optional(),
  status: z.enum(["OPEN", "ALL"]).optional(),
  ...pageParameters,
});

export const NoQuery = z.strictObject({});

/** A bot whose key has a wallet. @throws WALLET_REQUIRED, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function readBotAccount({ ctx }: { ctx: Context }): Promise<Response> {
  return forwardRead(readerOf(ctx), "/v1/accounts", undefined);
}

/** As {@link readBotAccount}. */
export async function readBotPositions({ ctx }: { ctx: Context }): Promise<Response> {
  return forwardRead(readerOf(ctx), "/v1/positions", undefined);
}

/** As {@link readBotAccount}. @throws RATE_LIMITED with too many searches at once */
export async function readBotOrders({
  ctx,
  input,
}: {
  ctx: Context;
  input: { query: z.output<typeof BotOrdersQuery>; request: Request };
}): Promise<Response> {
  return readHistoryPage("orders", { ctx: readerOf(ctx), input });
}

function readerOf({ actor, now }: Context): { actor: AccountReader; now: number } {
  if (actor.account === undefined) throw new ServiceError("WALLET_REQUIRED");
  return { actor: { account: actor.account }, now };
}
