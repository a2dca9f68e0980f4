"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";

const SECOND_MS = 1_000;

/** How long the figures have not been updated. `since`: when the reads began to fail, Unix milliseconds. */
export function NoUpdate({ since }: { since: number }) {
  const text = useText("account");
  const seconds = usePolledValue(
    () => Math.max(0, Math.floor((Date.now() - since) / SECOND_MS)),
    SECOND_MS,
    0,
  );
  return <>{text("noUpdateFor", { seconds })}</>;
}
