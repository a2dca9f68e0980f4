"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { serverNow } from "#components/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { Asking } from "./asking.ts";
import { Receipt } from "./receipt.tsx";
import { ANSWER_WITHIN_MS } from "./signing-desk.ts";
import { WhatYouSign } from "./what-you-sign.tsx";

type SignDialogProps = {
  asking: Asking;
  /** What had the focus before, and gets it back. */
  opener: RefObject<Element | null>;
  onSign: () => void;
  onStop: () => void;
  onCancel: () => void;
};

const WAIT_SECONDS = Math.round(ANSWER_WITHIN_MS / 1_000);

/** What is about to be signed as a receipt, the signed fields with their digest, and the button that asks the wallet. */
export default function SignDialog(props: SignDialogProps) {
  const { asking, opener, onCancel } = props;
  const { request, prepared } = asking;
  const primary = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      modal={false}
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={request.title}
      description={request.summary}
      initialFocus={primary}
      returnFocus={opener}
      className="lg:left-8 lg:translate-x-0 xl:left-1/2 xl:-translate-x-1/2"
      footer={<SignFooter {...props} primary={primary} />}
    >
      <div className="flex flex-col gap-3">
        <Receipt request={request} prepared={prepared} />
        <h3 className="text-xs font-medium text-ink-muted">What you sign</h3>
        <WhatYouSign prepared={prepared} />
      </div>
    </Dialog>
  );
}

type SignFooterProps = SignDialogProps & { primary: RefObject<HTMLButtonElement | null> };

function SignFooter({ asking, primary, onSign, onStop, onCancel }: SignFooterProps) {
  const { stage, problem, wallet, request } = asking;
  const waiting = stage === "wallet";
  const obstacle = useObstacle(request.obstacle);
  // After a refusal the next step is to sign again or to leave.
  useEffect(() => {
    if (problem !== undefined) primary.current?.focus();
  }, [problem, primary]);
  const name = wallet.wallet.name;
  const locked = waiting || obstacle !== undefined;
  return (
    <div className="flex flex-col gap-2">
      <output className={problem || obstacle ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {waiting
          ? `Answer in ${name}.`
          : (obstacle ?? problem ?? `${name} then has ${WAIT_SECONDS} s to answer.`)}
      </output>
      {/* Its place is kept, so that the buttons do not move under the pointer. */}
      <div className="h-[18px]">
        {waiting ? <Countdown since={asking.prepared.timestamp} /> : null}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={waiting ? onStop : onCancel}>
          {waiting ? "Stop" : "Cancel"}
        </Button>
        {/* Not `disabled` while it waits: it must keep the focus. */}
        <Button
          ref={primary}
          size="md"
          tone="primary"
          aria-disabled={locked}
          onKeyDown={(event) => {
            // The key that opened the panel may still be held down: that is no consent.
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (!locked) onSign();
          }}
        >
          {waiting ? `Waiting for ${name}…` : problem ? "Sign again" : `Sign with ${name}`}
        </Button>
      </div>
    </div>
  );
}

/** How long the wallet's answer can still be used. */
function Countdown({ since }: { since: number }) {
  const [left, setLeft] = useState(ANSWER_WITHIN_MS);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, since + ANSWER_WITHIN_MS - serverNow()));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = Math.min(WAIT_SECONDS, Math.ceil(left / 1_000));
  return (
    <div role="timer" aria-label="Time left to answer" className="flex items-center gap-2 text-xs">
      <span className="h-1 flex-1 overflow-hidden rounded bg-raised">
        <span
          className="block h-full bg-accent transition-[width] duration-300 ease-linear"
          style={{ width: `${Math.min(100, (left / ANSWER_WITHIN_MS) * 100)}%` }}
        />
      </span>
      <span className="w-8 text-right">{seconds} s</span>
    </div>
  );
}

/** The reason for which it may not be sent now, looked at four times a second. */
function useObstacle(look: (() => string | undefined) | undefined): string | undefined {
  const [obstacle, setObstacle] = useState(() => look?.());
  useEffect(() => {
    if (!look) return;
    const timer = setInterval(() => setObstacle(look()), 250);
    return () => clearInterval(timer);
  }, [look]);
  return obstacle;
}
