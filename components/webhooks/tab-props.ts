import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type TabProps = {
  webhook: Webhook;
  /** Reads it again. */
  onChange: () => Promise<void>;
};
