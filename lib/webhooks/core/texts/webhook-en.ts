import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_EN: WebhookMailTexts = {
  subject: (origin) => `Your webhook at ${origin} is paused`,
  failures: ({ origin, error }) =>
    `Seven attempts to deliver an event to your webhook at ${origin} failed. Last error: ${error}.`,
  errors: {
    aborted: "the receiver asked for no more attempts",
    disabled: "the receiver asked for no more deliveries",
    timeout: "no response within 5 seconds",
    no_address: "host name not found",
    target_refused: "address not allowed",
    unreachable: "no connection",
    lost: "interrupted repeatedly",
  },
  secret: ({ origin }) =>
    `We can no longer read the secrets of your webhook at ${origin}, so deliveries cannot be signed. Add a new secret, then resume the webhook.`,
  receiver: ({ origin }) =>
    `Your webhook at ${origin} answered with “webhook-delivery: disable”: it wants no more deliveries. Resume the webhook once its server takes them again.`,
  operator: ({ origin, note }) =>
    `The operator of this service paused your webhook at ${origin}: “${note}”. Only the operator can resume it. Please get in touch.`,
  waiting: "Events wait and are sent, oldest first, once the webhook is resumed.",
  button: "Open the webhook",
  why: (site) => `${site} sends you this because the webhook belongs to your account.`,
};
