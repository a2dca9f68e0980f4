/** Commands about webhooks, as the requests that they stand for. */
import { required, search, text, type Values, WrongCommand } from "./line.ts";
import type { OperatorRequest, WebhooksName } from "./request.ts";

export function isWebhooksName(name: string): name is WebhooksName {
  return name.startsWith("webhooks ");
}

export const WEBHOOKS_OPTIONS = {
  "webhooks list": { user: { type: "string" }, paused: { type: "boolean" } },
  "webhooks show": {},
  "webhooks pause": { reason: { type: "string" } },
  "webhooks resume": {},
} as const;

/** The arguments of the command, in order. */
export const WEBHOOKS_TARGETS: Record<WebhooksName, readonly string[]> = {
  "webhooks list": [],
  "webhooks show": ["a webhook's id"],
  "webhooks pause": ["a webhook's id"],
  "webhooks resume": ["a webhook's id"],
};

/** @throws WrongCommand */
export function webhooksRequest(
  name: WebhooksName,
  [id = ""]: readonly string[],
  values: Values,
): OperatorRequest {
  switch (name) {
    case "webhooks list": {
      const paused = values["paused"] === true ? "true" : undefined;
      const query = search({ user: text(values, "user"), paused });
      return { name, method: "GET", path: query === "" ? "/webhooks" : `/webhooks?${query}` };
    }
    case "webhooks show":
      return { name, method: "GET", path: webhookPath(id) };
    case "webhooks pause": {
      const body = { reason: required(values, "reason") };
      return { name, method: "POST", path: `${webhookPath(id)}/pause`, body };
    }
    case "webhooks resume":
      return { name, method: "POST", path: `${webhookPath(id)}/resume` };
  }
}

function webhookPath(id: string): string {
  if (!/^whk_[0-9a-f]{24}$/.test(id)) {
    throw new WrongCommand(
      `"${id}" is no webhook's id: whk_ and 24 hex digits. "webhooks list" tells it.`,
    );
  }
  return `/webhooks/${id}`;
}
