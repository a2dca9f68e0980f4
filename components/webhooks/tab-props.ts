import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type TabProps = {
  webhook: Webhook;
  /** Reads the webhook again. */
  onChange: () => Promise<void>;
  /** While the webhook is being deleted, the page stops reading it. */
  onDeleting: (isDeleting: boolean) => void;
  /** Shows a new secret, for the only time. */
  onSecret: (secret: string) => void;
};
