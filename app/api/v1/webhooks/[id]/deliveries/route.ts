import { WebhookDeliveryPage } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { exportDeliveries } from "#lib/webhooks/manage/export-deliveries.ts";
import { DeliveriesQuery, listDeliveries } from "#lib/webhooks/manage/read-deliveries.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Lists deliveries of the last 30 days, the newest first, or all as CSV.",
    params: WebhookParams,
    query: DeliveriesQuery,
    response: WebhookDeliveryPage,
    files: { "text/csv": "id,type,created_at,dedup_key,…" },
  },
  (call) => (call.input.query.format === "csv" ? exportDeliveries(call) : listDeliveries(call)),
);
