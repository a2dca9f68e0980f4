/** The texts that each language of the mail about a paused webhook has. */
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";

export type WebhookMailTexts = {
  /** Which webhook it is, behind the word for it: by its name, if it has one, and its origin. */
  where: (webhook: { name: string | null; origin: string }) => string;
  subject: (where: string) => string;
  /** A delivery failed seven times. `error`: `HTTP 500`, or one of `errors`. */
  failures: (facts: { where: string; error: string }) => string;
  errors: Record<Exclude<AttemptFailure, "status" | "gone">, string>;
  /** The secrets of the webhook cannot be decrypted. */
  secret: (facts: { where: string }) => string;
  /** A header of the owner's own cannot be decrypted. */
  headers: (facts: { where: string }) => string;
  /** The receiver asked for no more deliveries. `error`: how it said so. */
  receiver: (facts: { where: string; error: string }) => string;
  /** `note`: what the operator wrote. */
  operator: (facts: { where: string; note: string }) => string;
  /** Events wait until it is resumed. */
  waiting: string;
  button: string;
  /** Why it comes. */
  why: (site: string) => string;
};
