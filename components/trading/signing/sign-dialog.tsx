"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { ClockNotice } from "./clock-notice.tsx";
import { Receipt } from "./receipt.tsx";
import type { OpenRequest } from "./sign-request.ts";
import { ANSWER_LIMIT_MS } from "./signing-queue.ts";
import { WhatYouSign } from "./what-you-sign.tsx";

type SignDialogProps = {
  openRequest: OpenRequest;
  /** What had the focus before, and gets it back. */
  opener: RefObject<Element | null>;
  onSign: () => void;
  onStop: () => void;
  onCancel: () => void;
};

const WAIT_SECONDS = Math.round(ANSWER_LIMIT_MS / 1_000);

/** What is about to be signed as a receipt, the signed fields with their digest, and the button that has it signed. */
export default function SignDialog(props: SignDialogProps) {
  const { openRequest, opener, onCancel } = props;
  const { request, prepared, signer } = openRequest;
  const text = useText("signing");
  const primary = useRef<HTMLButtonElement>(null);
  const caution = useSentence(request.caution);
  return (
    <Dialog
      modal={false}
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={request.title}
      description={describesItself(openRequest) ? text("checkFirst") : request.summary}
      initialFocus={primary}
      returnFocus={opener}
      // A wallet's own window opens at the right: the panel leaves it room, whatever the page's direction is.
      className="lg:right-auto lg:left-8 lg:mx-0 xl:inset-x-0 xl:mx-auto"
      footer={<SignFooter {...props} primary={primary} />}
    >
      <div className="flex flex-col gap-3">
        <Receipt request={request} prepared={prepared} />
        {caution ? (
          <p className="rounded bg-warn-soft px-2 py-1 text-xs text-warn">{caution}</p>
        ) : null}
        <ClockNotice />
        <h3 className="text-xs font-medium text-ink-muted">{text("whatYouSign")}</h3>
        <WhatYouSign prepared={prepared} byKey={signer.kind === "key"} />
      </div>
    </Dialog>
  );
}

/** An order that the trading key signs: what callers say of the wallet's prompt is not so. */
function describesItself({ signer, prepared: { draft } }: OpenRequest): boolean {
  const orders = ["place_order", "place_batch_orders", "modify_order"];
  return signer.kind === "key" && orders.includes(draft.operation);
}

type SignFooterProps = SignDialogProps & { primary: RefObject<HTMLButtonElement | null> };

function SignFooter({ openRequest, primary, onSign, onStop, onCancel }: SignFooterProps) {
  const { stage, problem, signer, request } = openRequest;
  const text = useText("signing");
  const waiting = stage === "asked";
  const obstacle = useSentence(request.obstacle);
  // After a refusal the next step is to sign again or to leave.
  useEffect(() => {
    if (problem !== undefined) primary.current?.focus();
  }, [problem, primary]);
  const wallet = signer.kind === "wallet" ? signer.wallet.wallet.name : undefined;
  const locked = waiting || obstacle !== undefined;
  return (
    <div className="flex flex-col gap-2">
      <output className={problem || obstacle ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {waiting && wallet !== undefined
          ? text("answerIn", { wallet })
          : (obstacle ??
            problem ??
            (wallet === undefined
              ? text("byTradingKey")
              : text("timeToAnswer", { wallet, seconds: WAIT_SECONDS })))}
      </output>
      {/* Its place is kept, so that the buttons do not move under the pointer. */}
      {wallet === undefined ? null : (
        <div className="h-[18px]">
          {waiting ? <Countdown since={openRequest.prepared.timestamp} /> : null}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" className="pointer-coarse:min-h-11" onClick={waiting ? onStop : onCancel}>
          {text(waiting ? "stop" : "cancel")}
        </Button>
        {/* Not `disabled` while it waits: it must keep the focus. */}
        <Button
          ref={primary}
          size="md"
          tone="primary"
          className="pointer-coarse:min-h-11"
          aria-disabled={locked}
          onKeyDown={(event) => {
            // The key that opened the panel may still be held down: that is no consent.
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (!locked) onSign();
          }}
        >
          {wallet === undefined
            ? text(waiting ? "signing" : "confirm")
            : waiting
              ? text("waitingFor", { wallet })
              : problem
                ? text("signAgain")
                : text("signWith", { wallet })}
        </Button>
      </div>
    </div>
  );
}

/** How long the wallet's answer can still be used. */
function Countdown({ since }: { since: number }) {
  const [left, setLeft] = useState(ANSWER_LIMIT_MS);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, since + ANSWER_LIMIT_MS - serverNow()));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [since]);
  const text = useText("signing");
  const { integer } = useFormat();
  const seconds = Math.min(WAIT_SECONDS, Math.ceil(left / 1_000));
  return (
    <div role="timer" aria-label={text("timeLeft")} className="flex items-center gap-2 text-xs">
      <span className="h-1 flex-1 overflow-hidden rounded bg-raised">
        <span
          className="block h-full bg-accent transition-[width] duration-300 ease-linear"
          style={{ width: `${Math.min(100, (left / ANSWER_LIMIT_MS) * 100)}%` }}
        />
      </span>
      <span className="w-8 text-end">{text("seconds", { seconds: integer(seconds) })}</span>
    </div>
  );
}

/** A sentence that comes and goes, looked at four times a second. */
function useSentence(look: (() => string | undefined) | undefined): string | undefined {
  return usePolledValue(look, 250, undefined);
}
