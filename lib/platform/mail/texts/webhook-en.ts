import type { WebhookMailTexts } from "./mail-texts.ts";

export const WEBHOOK_EN: WebhookMailTexts = {
  subject: (origin) => `Your webhook at ${origin} is paused`,
  failures: ({ origin, error }) =>
    `Seven attempts to deliver an event to your webhook at ${origin} failed. The last one: ${error}.`,
  errors: {
    timeout: "no response within 5 seconds",
    no_address: "the name has no address",
    target_refused: "the address is not one that deliveries may go to",
    unreachable: "no connection",
    lost: "it was interrupted again and again",
  },
  secret: ({ origin }) =>
    `The secrets of your webhook at ${origin} can no longer be read, and nothing is sent unsigned. Add a new secret, then resume the webhook.`,
  operator: ({ origin, note }) =>
    `The operator of this service paused your webhook at ${origin}: “${note}”. Only the operator can resume it; please get in touch.`,
  waiting:
    "Nothing is lost: events wait and are sent, the oldest first, once the webhook is resumed.",
  button: "Open the webhook",
  why: (site) => `${site} sends you this because the webhook belongs to your account.`,
};
