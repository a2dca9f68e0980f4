"use client";

import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { Asking } from "./asking.ts";
import { WhatYouSign } from "./what-you-sign.tsx";

type SignDialogProps = { asking: Asking; onSign: () => void; onCancel: () => void };

/** The decoded fields, the digest, and the button that asks the wallet. */
export default function SignDialog({ asking, onSign, onCancel }: SignDialogProps) {
  const { request, prepared, stage, problem, wallet } = asking;
  const waiting = stage === "wallet";
  return (
    <Dialog
      modal={false}
      open
      onOpenChange={(open) => {
        if (!open && !waiting) onCancel();
      }}
      title={request.title}
      description={request.summary}
      className="lg:left-8 lg:translate-x-0 xl:left-1/2 xl:-translate-x-1/2"
    >
      <div className="flex flex-col gap-3">
        <h3 className="text-xs font-medium text-ink-muted">What you sign</h3>
        <WhatYouSign prepared={prepared} />
        <output className={problem ? "text-xs text-warn" : "text-xs text-ink-muted"}>
          {problem ??
            (waiting ? `Waiting for ${wallet.wallet.name}…` : "Valid for 30 s once signed.")}
        </output>
        <div className="grid grid-cols-2 gap-2">
          <Button size="md" onClick={onCancel} disabled={waiting}>
            Cancel
          </Button>
          <Button size="md" tone="primary" onClick={onSign} disabled={waiting}>
            {problem ? "Sign again" : `Sign with ${wallet.wallet.name}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
