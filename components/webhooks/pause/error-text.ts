"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { ATTEMPT_FAILURES } from "#lib/protocol/webhooks.ts";

/** The text for `last_error` of a pause: `HTTP 500`, or the name of a failure. */
export function useErrorText(): (lastError: string | null) => string {
  const text = useText("webhooks");
  return (lastError) => {
    const known = ATTEMPT_FAILURES.find((name) => name === lastError);
    if (known === undefined || known === "status") return `\u2066${lastError ?? ""}\u2069`;
    return text(`failure_${known}`);
  };
}
