"use client";

import { type RefObject, useEffect } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import type { SignerHandle } from "./use-approval-signer.ts";

type SignerSlotProps = {
  signer: SignerHandle;
  staged: StagedOrder;
  marketView: RefObject<MarketView | undefined>;
};

/** Renders wallet and signing, once they are loaded. */
export function SignerSlot({ signer, staged, marketView }: SignerSlotProps) {
  const { cover, noteSessionEnd } = useFrame();
  useEffect(() => () => cover(false), [cover]);
  if (signer.Component === undefined) return null;
  return (
    <LazyBoundary onFailure={() => signer.end({ kind: "not-signed" })}>
      <signer.Component
        staged={staged}
        task={signer.task}
        marketView={marketView}
        onEnd={signer.end}
        onAsking={cover}
        onSessionEnd={noteSessionEnd}
      />
    </LazyBoundary>
  );
}

/** Enables trading: without a venue key the venue accepts no request. */
export function EnableButton({ signer }: { signer: SignerHandle }) {
  const text = useText("approvals");
  const frame = useText("settingsFrame");
  const isPending = signer.task === "enable";
  return (
    <Button
      size="lg"
      tone="primary"
      aria-disabled={isPending}
      className="max-lg:flex-1"
      onClick={() => signer.begin("enable")}
    >
      {isPending ? frame("oneMoment") : text("enableTrading")}
    </Button>
  );
}
