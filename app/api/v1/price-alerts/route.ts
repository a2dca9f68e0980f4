/** Price alerts of the account: see docs/api/price-alerts.md. */
import { respond } from "#lib/platform/http/reply.ts";
import { NewPriceAlert, PriceAlert, PriceAlertList } from "#lib/protocol/wire/price-alerts.ts";
import { createPriceAlert } from "#lib/pushes/alerts/create-alert.ts";
import { listPriceAlerts } from "#lib/pushes/alerts/list-alerts.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

export const GET = route(
  {
    credential: "owner",
    summary: "Lists the price alerts of the account, the newest first",
    response: PriceAlertList,
  },
  listPriceAlerts,
);

export const POST = route(
  {
    credential: "owner",
    permission: "canStageOrders",
    summary: "Sets a price alert: it fires when the mark of a market reaches the price",
    status: 201,
    body: NewPriceAlert,
    response: PriceAlert,
  },
  async (call) => respond(201, await createPriceAlert(call, marketData())),
);
