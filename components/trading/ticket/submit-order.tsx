"use client";

import { type MouseEvent, useEffect, useRef, useState } from "react";
import { askPolicy } from "#components/frame/preferences/order-preferences.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useFreshness } from "#components/trading/live/use-freshness.ts";
import {
  type Outcome,
  usePlaceOrder,
  useRetryWrite,
  useWrites,
  type Write,
} from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useStore } from "#components/ui/use-store.ts";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import { maySkipReview } from "./review.ts";
import {
  emptiedAfter,
  isUnanswered,
  questionName,
  type SentOrder,
  SubmitGuard,
  settledOutcome,
  termsOf,
} from "./submit-guard.ts";
import { type TicketField, useTicket } from "./ticket-context.tsx";
import type { OrderCheck } from "./use-order-check.ts";

export type SubmitOrderProps = { check: OrderCheck; onTouch: (touched: boolean) => void };

/** The button that sends an account's order. */
export default function SubmitOrder({ check, onTouch }: SubmitOrderProps) {
  const { draft, focus } = useTicket();
  const text = useText("ticket");
  const fresh = useFreshness() === "live";
  const unanswered = useUnansweredOrders();
  const { send, busy, outcome, say } = useSend(check, { unanswered, onTouch });
  // Under an old mark every order is reviewed.
  const unreviewed = useSkipsReview(check) && fresh;
  const [guard] = useState(() => new SubmitGuard());
  const [asked, setAsked] = useState<string>();

  const short = check.accountKnown && check.preview?.refused === true;
  const attachedWrong = check.order !== undefined && check.attachedOrders === undefined;
  // An old mark does not block orders that only reduce.
  const stale = !fresh && !draft.reduceOnly;
  // Not `disabled`: a disabled button would lose the focus to the wallet's window for good.
  const locked = busy || stale || short || attachedWrong;
  const doubles = unanswered.map(({ digest }) => digest).join(" ");
  const terms = check.order ? termsOf(check.order, draft) : "";
  const press = ({ detail, timeStamp: at }: MouseEvent) => {
    onTouch(true);
    if (!check.order) focusProblem(check.errors, focus);
    if (!check.order || locked) return;
    // Enter in a field arrives as a click with detail 0.
    const how = { at, byKey: detail === 0, isDoubleClick: detail > 1 };
    const answer = guard.press({ ...how, terms, unreviewed, doubles });
    if (answer === "ignored") return;
    setAsked(answer === "ask-double" ? questionName({ terms, doubles }) : asked);
    if (answer === "ask-double") say(text("sendAnywayAsk"));
    else if (answer === "press-again") say(text("pressAgain"));
    else void send(!unreviewed).finally(() => setAsked(undefined));
  };
  const again = doubles !== "" && asked === questionName({ terms, doubles });
  return (
    <div className="flex flex-col gap-2">
      <DuplicateWarning writes={unanswered} />
      <Button
        type="submit"
        size="lg"
        tone={draft.side === "BUY" ? "buy" : "sell"}
        aria-disabled={locked}
        className="h-auto min-h-10 py-1.5 whitespace-normal"
        onClick={press}
      >
        {again ? text("sendAnyway") : <SubmitLabel check={check} />}
      </Button>
      <SubmitNote fresh={fresh} locked={stale} short={short} attachedWrong={attachedWrong} />
      <output
        aria-live="polite"
        className={cn("min-h-4 text-2xs", OUTCOME_TONE[outcome?.tone ?? "neutral"])}
      >
        {outcome?.text}
      </output>
    </div>
  );
}

/** Focuses the first field with an error. */
function focusProblem(errors: OrderCheck["errors"], focus: (field: TicketField) => void): void {
  if (errors.price !== undefined || errors.trigger !== undefined) focus("price");
  else if (errors.size !== undefined) focus("size");
}

const OUTCOME_TONE = { good: "text-ink", bad: "text-bad", neutral: "text-ink-muted" } as const;

function SubmitLabel({ check }: { check: OrderCheck }) {
  const { draft } = useTicket();
  const text = useText("ticket");
  const side = text(draft.side === "BUY" ? "buy" : "sell");
  const asset = check.market.base_asset.symbol;
  return isTriggerType(draft.type)
    ? text("submitTrigger", { type: text(draft.type), side, asset })
    : text("submitOrder", { side, asset });
}

type SendContext = { unanswered: readonly Write[]; onTouch: (touched: boolean) => void };

function useSend(check: OrderCheck, { unanswered, onTouch }: SendContext) {
  const { draft, change, closeSheet } = useTicket();
  const text = useText("ticket");
  const place = usePlaceOrder();
  const [leaving, setLeaving] = useState<SentOrder>();
  const [outcome, setOutcome] = useState<Pick<Outcome, "tone" | "text"> | undefined>();
  // The latest draft: what was typed while the order was on its way is kept.
  const now = useRef({ draft, change });
  const newest = useRef<SentOrder>(undefined);
  useEffect(() => {
    now.current = { draft, change };
  });
  const say = (sentence: string, tone: Outcome["tone"] = "neutral") =>
    setOutcome({ tone, text: sentence });
  const send = async (review: boolean) => {
    const { order, attachedOrders } = check;
    if (!order || !attachedOrders) return;
    const mine = { order, before: new Set(unanswered.map(({ digest }) => digest)) };
    newest.current = mine;
    setLeaving(mine);
    if (review) say(text("waiting"));
    const ended = await settledOutcome(() => place(order, { review, attached: attachedOrders }));
    const isNewest = newest.current === mine;
    if (isNewest) setLeaving(undefined);
    // Results of earlier orders are shown as toasts only.
    if (isNewest && ended === "not-signed") say(text("notSigned"));
    else if (isNewest && ended === "broken") say(text("sendBroke"), "bad");
    else if (isNewest && typeof ended === "object") say(ended.text, ended.tone);
    if (typeof ended !== "object" || ended.state !== "accepted") return;
    now.current.change(emptiedAfter(draft, now.current.draft));
    if (!isNewest) return;
    onTouch(false);
    closeSheet();
  };
  const isUnknown = leaving !== undefined && isUnanswered(leaving, unanswered);
  const busy = leaving !== undefined && !isUnknown;
  // An unknown order is shown by the warning above the button, and the button is free again.
  return { send, busy, outcome: isUnknown ? undefined : outcome, say };
}

/** Whether the order is sent without a review: a live trading key signs it, and it is under the chosen value. */
function useSkipsReview(check: OrderCheck): boolean {
  const key = useTradingKeyState();
  const policy = useStore(askPolicy);
  return key.state === "live" && maySkipReview(policy, check);
}

type SubmitNoteProps = { fresh: boolean; locked: boolean; short: boolean; attachedWrong: boolean };

function SubmitNote({ fresh, locked, short, attachedWrong }: SubmitNoteProps) {
  const text = useText("ticket");
  if (locked) return <p className="text-2xs text-warn">{text("markNotCurrent")}</p>;
  if (short) return <p className="text-2xs text-bad">{text("tooLittleMargin")}</p>;
  if (attachedWrong) return <p className="text-2xs text-bad">{text("attachedProblem")}</p>;
  if (fresh) return null;
  return (
    <p className="text-2xs text-warn">
      {text("markOldReduces")} <AgeNote />
    </p>
  );
}

/** Sent orders of this market that have no answer yet. */
function useUnansweredOrders(): readonly Write[] {
  const { symbol } = useMarket();
  return useWrites().filter(
    ({ state, market, kind }) =>
      state === "unknown" && market === symbol && (kind === "place" || kind === "batch"),
  );
}

/** Warns while an order may or may not exist: another order could double it, a retry of the same bytes cannot. */
function DuplicateWarning({ writes }: { writes: readonly Write[] }) {
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
