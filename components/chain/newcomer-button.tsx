"use client";

import { useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { write } from "#components/data/write.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";

/** A button that sends simulated tokens to a wallet which lacks what a transaction needs. */
export function NewcomerButton({ onGiven }: { onGiven: () => void }) {
  const text = useText("chain");
  const [pending, setPending] = useState(false);
  const ask = async () => {
    setPending(true);
    const answer = await write("POST", "/api/chain/newcomer");
    setPending(false);
    onGiven();
    if (answer.ok) notify({ tone: "good", text: text("newcomerGiven") });
    else notify({ tone: "bad", text: text("newcomerRefused", { reason: failureText(answer) }) });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded border border-dashed p-2">
      <p className="min-w-0 flex-1 basis-40 text-2xs text-ink-muted">{text("newcomerHelp")}</p>
      <Button
        size="md"
        tone="primary"
        aria-disabled={pending}
        onClick={() => {
          if (!pending) void ask();
        }}
      >
        {text(pending ? "sending" : "newcomer")}
      </Button>
    </div>
  );
}
