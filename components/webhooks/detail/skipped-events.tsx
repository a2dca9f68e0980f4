"use client";

import { lazy, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

const RecoverDialog = lazy(() => import("#components/webhooks/deliveries/recover-dialog.tsx"));

type SkippedEventsProps = { webhook: Webhook; onChange: () => Promise<void> };

/**
 * Events without deliveries, because too many deliveries waited. Shown until they are recovered.
 */
export function SkippedEvents({ webhook, onChange }: SkippedEventsProps) {
  const text = useText("webhooks");
  const { dayAndTime } = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { skipped } = webhook;
  if (skipped === null) return null;
  const time = (at: string) => isolated(dayAndTime(Date.parse(at)));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-warn-line bg-warn-soft p-3">
      <p className="min-w-0 flex-1 basis-64">
        {text("skipped", { count: skipped.events })}{" "}
        {text("skippedPeriod", { from: time(skipped.from), to: time(skipped.to) })}
      </p>
      <Button size="md" onClick={() => setAsking(true)}>
        {text("recover")}
      </Button>
      {isAsking ? (
        <LazyBoundary onFailure={() => setAsking(false)}>
          <RecoverDialog
            webhook={webhook}
            onClose={(isDone) => {
              setAsking(false);
              if (isDone) void onChange();
            }}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}
