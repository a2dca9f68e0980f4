/** A bot whose key has a wallet reads its open positions; the venue's answer is passed on. */
import "server-only";
import { PositionList } from "#lib/protocol/wire/account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";
import { type BotContext, readerOf } from "./_reader.ts";

/** @throws WALLET_REQUIRED, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function readBotPositions({ ctx }: { ctx: BotContext }): Promise<Response> {
  return forwardRead(readerOf(ctx), { path: "/v1/positions", contract: PositionList }, undefined);
}
