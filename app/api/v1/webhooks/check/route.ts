import { requestedLocale } from "#app/api/auth/email/locale.ts";
import { filterSources } from "#app/api/v1/webhooks/filter-sources.ts";
import { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { CheckWebhook, checkWebhook } from "#lib/webhooks/manage/check-registration.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Checks an address and a filter, counts past events that match, and shows a message",
    body: CheckWebhook,
    response: WebhookCheck,
  },
  (call) => {
    const locale = requestedLocale(call.input.request.headers);
    return checkWebhook(call, { locale, sources: filterSources });
  },
);
