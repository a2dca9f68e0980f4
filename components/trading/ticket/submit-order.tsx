"use client";

import { FileSearch, LoaderCircle } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { askPolicy, askShare } from "#components/frame/preferences/order-preferences.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useFreshness } from "#components/trading/live/use-freshness.ts";
import type { Figure } from "#components/trading/signing/sign-request.ts";
import {
  type Outcome,
  usePlaceOrder,
  useRetryWrite,
  useWrites,
  type Write,
} from "#components/trading/writes/use-orders.ts";
import { isPlacing } from "#components/trading/writes/write-types.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useStore } from "#components/ui/use-store.ts";
import { divideHalfUp, formatFixed } from "#lib/protocol/decimal.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import type { OrderDraft } from "./draft.ts";
import { previewRows } from "./preview-text.ts";
import { maySkipReview } from "./review.ts";
import {
  ARMED_MS,
  emptiedAfter,
  isUnanswered,
  questionName,
  type SentOrder,
  SubmitGuard,
  settledOutcome,
  termsOf,
} from "./submit-guard.ts";
import { type TicketField, useTicket } from "./ticket-context.tsx";
import { formatPrice, formatSize } from "./ticket-text.ts";
import type { OrderCheck } from "./use-order-check.ts";
import { usePresets } from "./use-presets.ts";

export type SubmitOrderProps = { check: OrderCheck; onTouch: (touched: boolean) => void };

/** The button that sends an account's order. */
export default function SubmitOrder({ check, onTouch }: SubmitOrderProps) {
  const { draft, focus } = useTicket();
  const text = useText("ticket");
  const fresh = useFreshness() === "live";
  usePresets(check);
  const unanswered = useUnansweredOrders();
  const { send, busy, isSending, outcome, say } = useSend(check, { unanswered, onTouch });
  // Under an old mark every order is reviewed.
  const unreviewed = useSkipsReview(check) && fresh;
  const [guard] = useState(() => new SubmitGuard());
  const [question, setQuestion] = useState<string>();
  const [armed, arm] = useArmed();

  const short = check.accountKnown && (check.preview?.entire.missing ?? 0n) > 0n;
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
    setQuestion(answer === "ask-double" ? questionName({ terms, doubles }) : question);
    arm(answer === "press-again" ? terms : undefined);
    if (answer === "ask-double") say(text("sendAnywayAsk"));
    else if (answer === "send") void send(!unreviewed).finally(() => setQuestion(undefined));
  };
  const again = doubles !== "" && question === questionName({ terms, doubles });
  const isArmed = armed === terms && !locked;
  return (
    <div className="flex flex-col gap-1.5">
      <DuplicateWarning writes={unanswered} />
      <SubmitNote fresh={fresh} locked={stale} short={short} attachedWrong={attachedWrong} />
      <output
        aria-live="polite"
        className={cn("text-2xs", OUTCOME_TONE[outcome?.tone ?? "neutral"])}
      >
        {outcome?.text}
      </output>
      <div className="flex gap-1.5">
        <SubmitButton
          check={check}
          state={{ locked, busy, isSending, isAgain: again, isArmed }}
          onClick={press}
        />
        {unreviewed && check.order && !locked && !again ? (
          <Button
            size="icon"
            className="h-auto w-9"
            aria-label={text("review")}
            title={text("review")}
            onClick={() => void send(true)}
          >
            <FileSearch size={16} aria-hidden />
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type SubmitButtonProps = {
  check: OrderCheck;
  state: Record<"locked" | "busy" | "isSending" | "isAgain" | "isArmed", boolean>;
  onClick: (event: MouseEvent) => void;
};

function SubmitButton({ check, state, onClick }: SubmitButtonProps) {
  const { draft } = useTicket();
  const text = useText("ticket");
  const { locked, busy, isSending, isAgain, isArmed } = state;
  return (
    <Button
      type="submit"
      size="lg"
      tone={isArmed ? "warn" : draft.side === "BUY" ? "buy" : "sell"}
      aria-disabled={locked}
      className="h-auto min-h-10 flex-1 py-1.5 whitespace-normal"
      onClick={onClick}
    >
      {busy ? <LoaderCircle size={16} aria-hidden className="animate-spin" /> : null}
      {isSending ? (
        text("sending")
      ) : isAgain ? (
        text("sendAnyway")
      ) : (
        <SubmitLabel check={check} isArmed={isArmed} />
      )}
    </Button>
  );
}

/** Focuses the first field with an error. */
function focusProblem(errors: OrderCheck["errors"], focus: (field: TicketField) => void): void {
  if (errors.price !== undefined || errors.trigger !== undefined) focus("price");
  else if (errors.size !== undefined) focus("size");
}

const OUTCOME_TONE = { good: "text-ink", bad: "text-bad", neutral: "text-ink-muted" } as const;

/** The terms that the second press of a key would send, for as long as it would. */
function useArmed() {
  const [armed, setArmed] = useState<string>();
  useEffect(() => {
    if (armed === undefined) return;
    const timer = setTimeout(() => setArmed(undefined), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return [armed, setArmed] as const;
}

type SubmitLabelProps = { check: OrderCheck; isArmed: boolean };

/** The button says what it sends: "Buy 0.2 BTC at 59,100", and that a key must be pressed again. */
function SubmitLabel({ check, isArmed }: SubmitLabelProps) {
  const text = useText("ticket");
  const order = useOrderName(check);
  return <span aria-live="polite">{isArmed ? text("pressAgain", { order }) : order}</span>;
}

function useOrderName(check: OrderCheck): string {
  const { draft } = useTicket();
  const text = useText("ticket");
  const side = text(draft.side === "BUY" ? "buy" : "sell");
  const { market, lots, priceTicks, scale, wording } = check;
  const asset = market.base_asset.symbol;
  const size = lots === undefined ? undefined : formatSize(lots, scale, wording);
  const order =
    size === undefined
      ? text("submitSide", { side, asset })
      : text("submitOrder", { side, size, asset });
  if (isTriggerType(draft.type)) return text("submitTrigger", { type: text(draft.type), order });
  if (size === undefined || priceTicks === undefined) return order;
  const price = formatPrice(priceTicks, scale, wording);
  return text("submitOrderAt", { side, size, asset, price });
}

type SendContext = { unanswered: readonly Write[]; onTouch: (touched: boolean) => void };

function useSend(check: OrderCheck, { unanswered, onTouch }: SendContext) {
  const { draft, change, closeSheet } = useTicket();
  const text = useText("ticket");
  const place = usePlaceOrder();
  const narrow = useNarrow();
  const [leaving, setLeaving] = useState<SentOrder & { review: boolean }>();
  const [outcome, setOutcome] = useState<ShownOutcome>();
  useForgetting(outcome, setOutcome);
  // The latest draft: what was typed while the order was on its way is kept.
  const now = useRef({ draft, change });
  const newest = useRef<SentOrder>(undefined);
  useEffect(() => {
    now.current = { draft, change };
  });
  const say = (sentence: string, tone: Outcome["tone"] = "neutral") =>
    setOutcome({ tone, text: sentence, about: now.current.draft });
  const send = async (review: boolean) => {
    const { order, attachedOrders } = check;
    if (!order || !attachedOrders) return;
    const mine = { order, review, before: new Set(unanswered.map(({ digest }) => digest)) };
    newest.current = mine;
    setLeaving(mine);
    if (review) say(text("waiting"));
    else setOutcome(undefined);
    const figures = reviewFigures(check);
    const ended = await settledOutcome(() =>
      place(order, {
        review,
        figures,
        // On a phone the sheet closes over the result.
        quiet: !narrow,
        ...(attachedOrders.length > 0 && { attached: attachedOrders, grouping: "ENTRY" }),
      }),
    );
    const isNewest = newest.current === mine;
    if (isNewest) setLeaving(undefined);
    // Results of earlier orders are shown as toasts only.
    if (isNewest && ended === "not-signed") say(text("notSigned"));
    else if (isNewest && ended === "broken") say(text("sendBroke"), "bad");
    else if (isNewest && typeof ended === "object")
      setOutcome({ ...ended, about: now.current.draft });
    if (typeof ended !== "object" || ended.state !== "accepted") return;
    now.current.change(emptiedAfter(draft, now.current.draft));
    if (!isNewest) return;
    onTouch(false);
    closeSheet();
  };
  const isUnknown = leaving !== undefined && isUnanswered(leaving, unanswered);
  const busy = leaving !== undefined && !isUnknown;
  // An unknown order is shown by the warning above the button, and the button is free again.
  // It belongs to the order that it is about, not to one that is typed afterwards.
  const isPast = draft.size !== "" && outcome?.about !== draft;
  const hasEnded = useHasEnded(outcome?.open);
  const isHidden = isUnknown || isPast || hasEnded;
  const isSending = busy && !leaving.review;
  return { send, busy, isSending, outcome: isHidden ? undefined : outcome, say };
}

/** The figures of the preview that decide, for the review. */
const DECIDES: ReadonlySet<string> = new Set([
  "liquidation",
  "leverageAfter",
  "positionAfter",
  "marginRequired",
]);

function reviewFigures(check: OrderCheck): Figure[] {
  const rows = previewRows(check, true)
    .filter(({ name }) => DECIDES.has(name))
    .map(({ label, value }): Figure => [label, value]);
  const { edgeTicks, markTicks, order, wording, scale } = check;
  const isMarket =
    order !== undefined && order.trigger_price === null && check.priceTicks === undefined;
  if (!isMarket || edgeTicks === undefined || !markTicks) return rows;
  const away = formatFixed(
    divideHalfUp(magnitude(edgeTicks - markTicks) * 1_000_000n, markTicks),
    6,
  );
  const bound = `${formatPrice(edgeTicks, scale, wording)} (${wording.format.percent(away)})`;
  return [...rows, [wording.text("slippageBound"), bound]];
}

type ShownOutcome = Pick<Outcome, "tone" | "text" | "open"> & { about: OrderDraft };

/** Whether an order that was reported as open has been in the list of open orders and has left it. */
function useHasEnded(open: string | undefined): boolean {
  const orders = useOpenOrders().data;
  const [seen, setSeen] = useState<string>();
  const isListed = open !== undefined && orders?.some(({ id }) => id === open) === true;
  if (isListed && seen !== open) setSeen(open);
  return open !== undefined && seen === open && !isListed;
}

const GOOD_NEWS_MS = 8_000;

/** A success message leaves on its own: it is also a toast and in the order history. */
function useForgetting(
  outcome: ShownOutcome | undefined,
  set: (outcome: ShownOutcome | undefined) => void,
): void {
  useEffect(() => {
    if (outcome?.tone !== "good") return;
    const timer = setTimeout(() => set(undefined), GOOD_NEWS_MS);
    return () => clearTimeout(timer);
  }, [outcome, set]);
}

/** Whether the order is sent without a review: a live trading key signs it, and it is under the chosen value. */
function useSkipsReview(check: OrderCheck): boolean {
  const key = useTradingKeyState();
  const policy = useStore(askPolicy);
  const share = useStore(askShare);
  return key.state === "live" && maySkipReview({ policy, share }, check);
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
    ({ state, market, kind }) => state === "unknown" && market === symbol && isPlacing(kind),
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
