"use client";

import { useWebhookText } from "#components/webhooks/texts.tsx";
import { ATTEMPT_FAILURES } from "#lib/protocol/webhooks.ts";

/** The text for `last_error` of a pause: `HTTP 500`, or the name of a failure. */
export function useErrorText(): (lastError: string | null) => string {
  const text = useWebhookText();
  return (lastError) => {
    const known = ATTEMPT_FAILURES.find((name) => name === lastError);
    if (known === undefined || known === "status") return `\u2066${lastError ?? ""}\u2069`;
    return text(`failure_${known}`);
  };
}
