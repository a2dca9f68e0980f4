/** A delivery as a shell command, which signs it with a secret that only the shell knows. */
import { DELIVERY_ID_HEADER, WEBHOOK_SIGNATURE_HEADER } from "#lib/protocol/webhooks.ts";
import type { WebhookDelivery } from "#lib/protocol/wire/webhook.ts";

export function curlCommand(
  url: string,
  { id, body }: Pick<WebhookDelivery, "id" | "body">,
): string {
  return [
    `BODY=${quoted(body)}`,
    "T=$(date +%s)",
    `V1=$(printf '%s' "$T.$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.* //')`,
    `curl -i ${quoted(url)} -H 'Content-Type: application/json' -H '${DELIVERY_ID_HEADER}: ${id}' \\`,
    `  -H "${WEBHOOK_SIGNATURE_HEADER}: t=$T,v1=$V1" --data-binary "$BODY"`,
  ].join("\n");
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
