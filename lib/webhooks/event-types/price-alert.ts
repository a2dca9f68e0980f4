/** `price.alert`: the same data as the notice. */
import { AlertPush } from "#lib/protocol/wire/pushes.ts";
import { caused } from "./event-type.ts";

export const PRICE_ALERT = caused({
  type: "price.alert",
  description: "The mark price of a market reached the price of an alert that you set.",
  schema: AlertPush,
  sample: {
    alert_id: "pal_0123456789abcdef01234567",
    market: "BTCUSDC",
    asset: "BTC",
    direction: "above",
    price: "60000",
    mark: "60001.5",
    reached_at: "2026-01-01T00:00:00.000Z",
    note: null,
  },
});
