import { route } from "#lib/server/route.ts";
import { SecretParams } from "#lib/webhooks/manage/terms.ts";
import { removeSecret } from "#lib/webhooks/manage/webhooks.ts";

export const DELETE = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Removes a secret at once; the last one cannot be removed",
    params: SecretParams,
  },
  removeSecret,
);
