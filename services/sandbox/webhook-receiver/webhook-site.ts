/** The receiver of webhooks at its paths. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { send } from "#lib/kernel/http/http-server.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { HOOKS_PATH, WebhookReceiver } from "./webhook-receiver.ts";

export function webhookSite(clock: Clock): Site {
  const receiver = new WebhookReceiver(clock);
  const handle = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { status, body } = await receiver.handle(request, url.pathname);
    if (body === undefined) response.writeHead(status, { "cache-control": "no-store" }).end();
    else send(response, status, body);
  };
  return { paths: [HOOKS_PATH], handle };
}
