/**
 * Everything once with a wallet made for it, to be pasted into one shell, one step after the other. Only a service with a sandbox has the
 * simulated money and the simulated receiver that some steps use. Tests run them as shown.
 */
import { callToolCurl, endpointOf, SAMPLE_PROPOSAL } from "#components/machines/parts/snippets.ts";
import type { Addresses } from "./first-calls.ts";

export const TOUR_STEPS = [
  "wallet",
  "tool",
  "bot",
  "deposit",
  "propose",
  "order",
  "swap",
  "webhook",
  "catalyst",
] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

export type TourCall = { step: TourStep; text: string };

type Sandboxed = Addresses & { sandboxUrl: string };

export function tourCalls({ baseUrl, venueUrl, sandboxUrl }: Sandboxed): TourCall[] {
  const files = `${baseUrl}/docs/files`;
  const endpoint = endpointOf(baseUrl);
  return [
    {
      step: "wallet",
      text: `curl -sS --fail-with-body -O '${files}/javascript/demo-wallet.mjs' &&
eval "$(node demo-wallet.mjs ${baseUrl} ${venueUrl})"\n`,
    },
    { step: "tool", text: callToolCurl(endpoint) },
    {
      step: "bot",
      text: `curl -sS --fail-with-body -O '${files}/clients/python/svc_client/bot_client.py' &&
python3 bot_client.py ${baseUrl}\n`,
    },
    {
      step: "deposit",
      text: `curl -sS --fail-with-body -O '${files}/javascript/first-transactions.mjs' &&
node first-transactions.mjs ${baseUrl} deposit 25\n`,
    },
    { step: "propose", text: callToolCurl(endpoint, SAMPLE_PROPOSAL) },
    {
      step: "order",
      text: `curl -sS --fail-with-body -O '${files}/javascript/first-order.mjs' &&
node first-order.mjs ${venueUrl}\n`,
    },
    { step: "swap", text: `node first-transactions.mjs ${baseUrl} swap 100\n` },
    { step: "webhook", text: webhook(baseUrl, sandboxUrl) },
    {
      step: "catalyst",
      text: `curl -sS --fail-with-body '${baseUrl}/api/public/catalysts?limit=2'
${callToolCurl(endpoint, { name: "explain_price_move", arguments: { market: "BTCUSDC" } })}`,
    },
  ];
}

/** The receiver checks the signature of the delivery with the secret that it was given. */
function webhook(baseUrl: string, sandboxUrl: string): string {
  const secret = "a-secret-of-your-own-0123";
  const target = `${sandboxUrl}/hooks/first-call`;
  const wanted = { url: target, events: ["agentic.intent"], secret };
  const webhooks = `${baseUrl}/api/v1/webhooks`;
  const key = '-H "Authorization: Bearer $SVC_MCP_KEY"';
  return `curl -sS --fail-with-body -X PUT '${target}' -d '${JSON.stringify({ secret })}'
SVC_WEBHOOK_ID=$(curl -sS --fail-with-body '${webhooks}' ${key} \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(wanted)}' | sed -n 's/.*"id":"\\(whk_[^"]*\\)".*/\\1/p')
curl -sS --fail-with-body -X POST "${webhooks}/$SVC_WEBHOOK_ID/test" ${key}
for second in $(seq 60); do sleep 1; curl -sS '${target}' | grep '"is_signed":true' && break; done\n`;
}
