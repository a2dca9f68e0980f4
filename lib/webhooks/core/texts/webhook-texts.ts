/** The texts that each language of the mail about a paused webhook has. */
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";

export type WebhookMailTexts = {
  subject: (origin: string) => string;
  /** A delivery failed seven times. `error`: `HTTP 500`, or one of `errors`. */
  failures: (facts: { origin: string; error: string }) => string;
  errors: Record<Exclude<AttemptFailure, "status" | "gone">, string>;
  /** The secrets of the webhook cannot be decrypted. */
  secret: (facts: { origin: string }) => string;
  /** The receiver asked for no more deliveries. */
  receiver: (facts: { origin: string }) => string;
  /** `note`: what the operator wrote. */
  operator: (facts: { origin: string; note: string }) => string;
  /** Events wait until it is resumed. */
  waiting: string;
  button: string;
  /** Why it comes. */
  why: (site: string) => string;
};
