"use client";

import { type RefObject, useEffect } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import type { StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { DeskView } from "./use-approve-desk.ts";

type DeskPlaceProps = {
  desk: DeskView;
  staged: StagedOrder;
  here: RefObject<MarketView | undefined>;
};

/** Where the wallet and what signs are, once they were pressed for. */
export function DeskPlace({ desk, staged, here }: DeskPlaceProps) {
  const { cover, noteEnd } = useFrame();
  useEffect(() => () => cover(false), [cover]);
  if (desk.Desk === undefined) return null;
  return (
    <LazyBoundary onFailure={() => desk.end({ kind: "not-signed" })}>
      <desk.Desk
        staged={staged}
        task={desk.task}
        here={here}
        onEnd={desk.end}
        onAsking={cover}
        onSessionEnd={noteEnd}
      />
    </LazyBoundary>
  );
}

/** Without a key of the venue's nothing can be sent to it, nor asked of it. */
export function EnableButton({ desk }: { desk: DeskView }) {
  const text = useText("approvals");
  const frame = useText("settingsFrame");
  const isPending = desk.task === "enable";
  return (
    <Button
      size="lg"
      tone="primary"
      aria-disabled={isPending}
      className="max-lg:flex-1 pointer-coarse:min-h-11"
      onClick={() => desk.begin("enable")}
    >
      {isPending ? frame("oneMoment") : text("enable")}
    </Button>
  );
}
