/** Webhooks of the account: see docs/api/webhooks.md. */
import { requestedLocale } from "#app/api/auth/email/locale.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { NewWebhook, WebhookList } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { RegisterWebhook } from "#lib/webhooks/manage/terms.ts";
import { listWebhooks, registerWebhook } from "#lib/webhooks/manage/webhooks.ts";
import { filterSources } from "./filter-sources.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Registers a webhook; a secret that the service made is in this answer only",
    status: 201,
    body: RegisterWebhook,
    response: NewWebhook,
  },
  async (call) => {
    const locale = requestedLocale(call.input.request.headers);
    return respond(201, await registerWebhook(call, { locale, sources: filterSources }));
  },
);

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Lists the webhooks of the account",
    response: WebhookList,
  },
  listWebhooks,
);
