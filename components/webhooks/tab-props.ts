import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type TabProps = {
  webhook: Webhook;
  /** Reads it again. */
  onChange: () => Promise<void>;
  /** While it is being deleted nothing reads it. */
  onDeleting: (isDeleting: boolean) => void;
  /** Shows a secret that was just made, for the only time. */
  onSecret: (secret: string) => void;
};
