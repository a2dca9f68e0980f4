import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_EN: WebhookMailTexts = {
  where: ({ name, origin }) => (name === null ? `at ${origin}` : `“${name}” at ${origin}`),
  subject: (where) => `Your webhook ${where} is paused`,
  failures: ({ where, error }) =>
    `Seven attempts to deliver an event to your webhook ${where} failed. Last error: ${error}.`,
  errors: {
    aborted: "the receiver asked for no more attempts",
    disabled: "the receiver asked for no more deliveries",
    rejected: "the chat service did not post the message",
    timeout: "no response within 5 seconds",
    no_address: "host name not found",
    target_refused: "address not allowed",
    unreachable: "no connection",
    lost: "interrupted repeatedly",
  },
  secret: ({ where }) =>
    `We can no longer read the secrets of your webhook ${where}, so deliveries cannot be signed. Add a new secret, then resume the webhook.`,
  headers: ({ where }) =>
    `We can no longer read a header of your own for your webhook ${where}, and nothing is sent without it. Set your headers anew, then resume the webhook.`,
  receiver: ({ where, error }) =>
    `The receiver of your webhook ${where} asked for no more deliveries (${error}). Resume the webhook once its server takes them again.`,
  operator: ({ where, note }) =>
    `The operator of this service paused your webhook ${where}: “${note}”. Only the operator can resume it. Please get in touch.`,
  waiting: "Events wait and are sent, oldest first, once the webhook is resumed.",
  button: "Open the webhook",
  why: (site) => `${site} sends you this because the webhook belongs to your account.`,
};
