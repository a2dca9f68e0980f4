"use client";

import { type RefObject, useEffect, useId, useState, useSyncExternalStore } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import type { Answer } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { followTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { HeldKey } from "#lib/protocol/wire/account.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import type { Ending } from "./approve.ts";
import { Countdown, SoonOver, useSecondsLeft, useTimeOver } from "./countdown.tsx";
import { EnableButton, SignerSlot } from "./signer-slot.tsx";
import { addressOf } from "./staged-order.ts";
import type { Approval } from "./use-approval.ts";
import { type SignerHandle, useApprovalSigner } from "./use-approval-signer.ts";

type DecisionProps = {
  staged: StagedOrder;
  approval: Approval;
  marketView: RefObject<MarketView | undefined>;
  /** The account has too little free margin: the order cannot be signed, as on the trading page. */
  isShort: boolean;
};

/** The time left, and buttons that sign or decline the order. */
export function Decision({ staged, approval, marketView, isShort }: DecisionProps) {
  const text = useText("approvals");
  const { account } = staged;
  const left = useSecondsLeft(staged);
  const { signer, decline, isDisabled, note } = useAnswer(staged, approval);
  useTimeOver(left, () => void approval.reload());
  useEffect(() => followTradingKey(account), [account]);
  const isOver = left === 0;
  const hint = useId();
  return (
    <section
      aria-label={text("decide")}
      className="flex flex-col gap-3 rounded-md border border-accent bg-surface p-4 max-lg:[@media(min-height:600px)]:sticky max-lg:[@media(min-height:600px)]:bottom-2 max-lg:[@media(min-height:600px)]:shadow-xl"
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-xs font-medium text-ink-muted">{text("timeLeft")}</h2>
        <Countdown secondsLeft={left} isLarge />
        <SoonOver secondsLeft={left} />
      </div>
      {/* Side by side in the sticky bar of small screens. */}
      <div className="flex flex-col gap-2 max-lg:flex-row-reverse">
        {isDisabled ? (
          <EnableButton signer={signer} />
        ) : (
          <ApproveButton
            signer={signer}
            isLocked={isOver || isShort || decline.pending}
            reason={hint}
          />
        )}
        <Button
          size="lg"
          aria-disabled={isOver || decline.pending || signer.task !== undefined}
          className="max-lg:flex-1"
          onClick={() => {
            if (!isOver && signer.task === undefined) void decline.run();
          }}
        >
          {text(decline.pending ? "declining" : "decline")}
        </Button>
      </div>
      {/* The button is read with them. */}
      <div id={hint} className="flex flex-col gap-1">
        <Hint account={account} isDisabled={isDisabled} isShort={isShort} />
        <ActionNote note={isOver ? { tone: "warn", key: "tooLate" } : note} />
      </div>
      <ActionFailure error={decline.error} />
      <SignerSlot signer={signer} staged={staged} marketView={marketView} />
    </section>
  );
}

/** Signing and declining, and how the last action ended. */
function useAnswer(staged: StagedOrder, approval: Approval) {
  const [note, setNote] = useState<Note>();
  const named = `?account=${encodeURIComponent(staged.account)}`;
  const key = useResource<HeldKey>(`/api/venue/key${named}`);
  const take = (answer: Answer<StagedOrder> | undefined) => {
    if (answer?.ok === true) return approval.show(answer.body);
    void approval.reload();
    void key.reload();
  };
  const signer = useApprovalSigner((ending) => {
    setNote(noteOf(ending));
    take(ending.kind === "answered" ? ending.answer : undefined);
  });
  const decline = useAction(async () => {
    const answer = await write<StagedOrder>("POST", `${addressOf(staged.id)}/decline`);
    take(answer);
    return answer;
  });
  return { signer, decline, note, isDisabled: key.data?.key === null };
}

type ApproveButtonProps = {
  signer: SignerHandle;
  isLocked: boolean;
  /** Id of the text that says why it is locked, or what it will ask for. */
  reason: string;
};

function ApproveButton({ signer, isLocked, reason }: ApproveButtonProps) {
  const text = useText("approvals");
  const isOffline = useOffline();
  const isHeld = isLocked || isOffline || signer.task !== undefined;
  return (
    <Button
      size="lg"
      tone="primary"
      // Not `disabled`, so that it keeps the focus during the signature.
      aria-disabled={isHeld}
      aria-describedby={reason}
      className="max-lg:flex-1"
      onKeyDown={(event) => {
        // A held key must not press again.
        if (event.repeat) event.preventDefault();
      }}
      onClick={() => {
        if (!isHeld) signer.begin("approve");
      }}
    >
      {text(signer.task === "approve" ? "approving" : "approve")}
    </Button>
  );
}

type HintProps = { account: string; isDisabled: boolean; isShort: boolean };

/** What a press will ask for, or why it is not possible. */
function Hint({ account, isDisabled, isShort }: HintProps) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const key = useTradingKeyState();
  const isOffline = useOffline();
  if (isOffline) return <p className="text-xs text-warn">{text("offline")}</p>;
  if (isDisabled) return <p className="text-xs">{text("notEnabled")}</p>;
  if (isShort) return <p className="text-xs text-bad">{ticket("tooLittleMargin")}</p>;
  return (
    <p className="text-xs text-ink-muted">
      {key.state === "live"
        ? text("byKey")
        : text("byWallet", { address: isolated(shortAddress(account)) })}
    </p>
  );
}

type NoteKey = "tooLate" | "notConnected" | "notSigned" | "noAnswer" | "differs" | "isOver";
type Note = { tone: "muted" | "warn" | "bad"; key: NoteKey } | { tone: "bad"; sentence: string };

const NOTE_TONE = { muted: "text-ink-muted", warn: "text-warn", bad: "text-bad" } as const;

/** How the last action ended, announced to screen readers. */
function ActionNote({ note }: { note: Note | undefined }) {
  const text = useText("approvals");
  return (
    <output className={note === undefined ? "sr-only" : NOTE_TONE[note.tone]}>
      {note === undefined ? "" : "key" in note ? text(note.key) : note.sentence}
    </output>
  );
}

function noteOf(ending: Ending): Note | undefined {
  switch (ending.kind) {
    case "enabled":
    case "other-account":
      return undefined;
    case "not-connected":
      return { tone: "muted", key: "notConnected" };
    case "not-signed":
      return { tone: "muted", key: "notSigned" };
    case "answered": {
      const { answer } = ending;
      if (answer.ok) return undefined;
      if (answer.status === 0) return { tone: "warn", key: "noAnswer" };
      if (answer.code === "STAGED_ORDER_IS_OVER") return { tone: "warn", key: "isOver" };
      if (answer.code === "STAGED_ORDER_DIFFERS") return { tone: "bad", key: "differs" };
      return { tone: "bad", sentence: errorText(answer.code, answer.message) };
    }
  }
}

function useOffline(): boolean {
  return useSyncExternalStore(
    followConnection,
    () => !navigator.onLine,
    () => false,
  );
}

function followConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
