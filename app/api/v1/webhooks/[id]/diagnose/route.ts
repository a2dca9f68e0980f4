import { SignatureDiagnosis } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { DiagnoseSignature, diagnoseSignature } from "#lib/webhooks/manage/debug-signature.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Signature debugger: says why a received signature does not pass",
    params: WebhookParams,
    body: DiagnoseSignature,
    response: SignatureDiagnosis,
  },
  diagnoseSignature,
);
