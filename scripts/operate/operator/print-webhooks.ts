/** Prints answers about webhooks for a person at a terminal. */
import { z } from "zod";
import type { WebhooksName } from "./request.ts";
import { safe, table, when } from "./table.ts";

const webhook = z.object({
  id: z.string(),
  user_id: z.string(),
  origin: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  paused_at: z.string().nullable(),
  waiting: z.number(),
  oldest_due_at: z.string().nullable(),
  last_error: z.string().nullable(),
});
type Webhook = z.output<typeof webhook>;

const shown = z.object({
  webhook,
  states: z.array(z.object({ state: z.string(), count: z.number() })),
  failures: z.array(
    z.object({
      at: z.string(),
      delivery_id: z.string(),
      type: z.string(),
      attempt: z.number(),
      error: z.string(),
    }),
  ),
});

/** @throws ZodError for an answer of another form */
export function printedWebhooks(name: WebhooksName, body: unknown): string {
  switch (name) {
    case "webhooks list":
      return listText(z.object({ webhooks: z.array(webhook) }).parse(body).webhooks);
    case "webhooks show":
      return shownText(shown.parse(body));
    case "webhooks pause":
    case "webhooks resume":
      return webhookText(z.object({ webhook }).parse(body).webhook);
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

function shownText({ webhook, states, failures }: z.output<typeof shown>): string {
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
