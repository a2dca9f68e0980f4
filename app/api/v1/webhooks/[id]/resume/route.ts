import { Webhook } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { ResumeWebhook, WebhookParams } from "#lib/webhooks/manage/terms.ts";
import { resumeWebhook } from "#lib/webhooks/manage/webhooks.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Resumes a webhook: everything that waits is sent, the oldest first.",
    params: WebhookParams,
    body: ResumeWebhook,
    mayLackBody: true,
    response: Webhook,
  },
  resumeWebhook,
);
