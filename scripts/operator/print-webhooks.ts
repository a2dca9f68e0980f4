/** Prints answers about webhooks for a person at a terminal. */
import type { WebhooksName } from "./request.ts";
import { safe, table, when } from "./table.ts";

type Webhook = {
  id: string;
  user_id: string;
  origin: string;
  status: string;
  reason: string | null;
  note: string | null;
  paused_at: string | null;
  waiting: number;
  oldest_due_at: string | null;
  last_error: string | null;
};

type Shown = {
  webhook: Webhook;
  states: { state: string; count: number }[];
  failures: { at: string; delivery_id: string; type: string; attempt: number; error: string }[];
};

export function printedWebhooks(name: WebhooksName, body: unknown): string {
  switch (name) {
    case "webhooks list":
      return listText((body as { webhooks: Webhook[] }).webhooks);
    case "webhooks show":
      return shownText(body as Shown);
    case "webhooks pause":
    case "webhooks resume":
      return webhookText((body as { webhook: Webhook }).webhook);
  }
}

function listText(webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0) return "No webhook matches.\n";
  const rows = webhooks.map((one) => [
    one.id,
    one.user_id,
    one.origin,
    stateOf(one),
    String(one.waiting),
    oldestOf(one),
    one.last_error ?? "none",
  ]);
  const head = ["webhook", "account", "origin", "state", "waiting", "oldest due", "last error"];
  return table([head, ...rows]);
}

function webhookText(webhook: Webhook): string {
  const { id, user_id, origin, note, paused_at, waiting, last_error } = webhook;
  const lines: [string, string][] = [
    ["account", user_id],
    ["origin", origin],
    ["waiting", `${waiting}, the oldest due: ${oldestOf(webhook)}`],
    ["last error", last_error ?? "none"],
  ];
  if (paused_at !== null) lines.push(["paused", when(paused_at)]);
  if (note !== null) lines.push(["why", note]);
  return `${id}  ${stateOf(webhook)}\n${table(lines.map(([name, text]) => [`  ${name}`, text]))}`;
}

function shownText({ webhook, states, failures }: Shown): string {
  const counts = states.map(({ state, count }) => `${count} ${state}`).join(", ");
  const rows = failures.map((one) => [
    `  ${when(one.at)}`,
    one.delivery_id,
    one.type,
    `attempt ${one.attempt}`,
    one.error,
  ]);
  return `${webhookText(webhook)}  24 hours: ${safe(counts || "no deliveries")}\n${table(rows)}`;
}

function stateOf({ status, reason }: Webhook): string {
  return reason === null ? status : `${status}: ${reason}`;
}

function oldestOf({ oldest_due_at: oldest }: Webhook): string {
  return oldest === null ? "nothing" : when(oldest);
}
