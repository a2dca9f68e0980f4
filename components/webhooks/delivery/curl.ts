/** A delivery as a shell command, which signs it with a secret that only the shell knows. */
import { DELIVERY_ID_HEADER, WEBHOOK_SIGNATURE_HEADER } from "#lib/protocol/webhooks.ts";
import type { Webhook, WebhookDelivery } from "#lib/protocol/wire/webhook.ts";

/** Own headers are named, and their values come from variables: this page does not know them. */
export function curlCommand(
  { url, headers }: Pick<Webhook, "url"> & { headers: readonly { name: string }[] },
  { id, body }: Pick<WebhookDelivery, "id" | "body">,
): string {
  const own = headers.map(({ name }) => `  -H ${quoted(`${name}: `)}"$${variableOf(name)}" \\`);
  return [
    `BODY=${quoted(body)}`,
    "T=$(date +%s)",
    `V1=$(printf '%s' "$T.$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.* //')`,
    `curl -i ${quoted(url)} -H 'Content-Type: application/json' -H '${DELIVERY_ID_HEADER}: ${id}' \\`,
    ...own,
    `  -H "${WEBHOOK_SIGNATURE_HEADER}: t=$T,v1=$V1" --data-binary "$BODY"`,
  ].join("\n");
}

/** `HEADER_X_TENANT` for `X-Tenant`. */
function variableOf(name: string): string {
  return `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
