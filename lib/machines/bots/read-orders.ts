/** A bot whose key has a wallet reads its orders, newest first, in pages. */
import "server-only";
import { z } from "zod";
import {
  clientId,
  pageParameters,
  spanParameters,
} from "#lib/trading/account-history/page-query.ts";
import { readHistoryPage } from "#lib/trading/account-history/read-page.ts";
import { type BotContext, readerOf } from "./_reader.ts";

export const BotOrdersQuery = z.strictObject({
  market: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol")
    .optional(),
  status: z.enum(["OPEN", "CLOSED", "ALL"]).optional(),
  client_id: clientId,
  ...spanParameters,
  ...pageParameters,
});

/**
 * @throws WALLET_REQUIRED, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE, RATE_LIMITED with too many searches at once
 */
export async function readBotOrders({
  ctx,
  input,
}: {
  ctx: BotContext;
  input: { query: z.output<typeof BotOrdersQuery>; request: Request };
}): Promise<Response> {
  return readHistoryPage("orders", { ctx: readerOf(ctx), input });
}
