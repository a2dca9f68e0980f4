import { PriceAlert, PriceAlertChange } from "#lib/protocol/wire/price-alerts.ts";
import { PriceAlertParams } from "#lib/pushes/alerts/alert-record.ts";
import { changePriceAlert } from "#lib/pushes/alerts/change-alert.ts";
import { deletePriceAlert } from "#lib/pushes/alerts/delete-alert.ts";
import { route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "owner",
    permission: "canStageOrders",
    summary: "Changes whether a price alert fires again, or its note.",
    params: PriceAlertParams,
    body: PriceAlertChange,
    response: PriceAlert,
  },
  changePriceAlert,
);

export const DELETE = route(
  {
    credential: "owner",
    permission: "canStageOrders",
    summary: "Deletes a price alert.",
    params: PriceAlertParams,
  },
  deletePriceAlert,
);
