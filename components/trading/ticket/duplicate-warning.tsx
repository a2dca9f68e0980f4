"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useRetryWrite, useWrites, type Write } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";

/** Orders of this market that have left the page and have no answer yet. */
export function useUnansweredOrders(): readonly Write[] {
  const { symbol } = useMarket();
  return useWrites().filter(
    ({ state, market, kind }) =>
      state === "unknown" && market === symbol && (kind === "place" || kind === "batch"),
  );
}

/** Amber while an order may or may not exist: another could double it, the same bytes again can not. */
export function DuplicateWarning({ writes }: { writes: readonly Write[] }) {
  const text = useText("ticket");
  const retry = useRetryWrite();
  if (writes.length === 0) return null;
  return (
    <div
      role="alert"
      className="flex flex-col gap-1.5 rounded border border-warn-line bg-warn-soft p-2 text-2xs text-warn"
    >
      <p>{text("duplicate")}</p>
      {writes.map(({ digest, summary, canRetry }) => (
        <div key={digest} className="flex flex-col items-start gap-1">
          <p>{text("duplicateState", { summary })}</p>
          {canRetry ? (
            <Button size="xs" title={text("retryHint")} onClick={() => void retry(digest)}>
              {text("retry")}
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
