"use client";

import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { readTerm } from "#components/trading/positions/close-terms.ts";
import { useFigureWording } from "#components/trading/positions/figure-field.tsx";
import { useCanSign } from "#components/trading/readiness/readiness.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { figureError } from "#components/trading/ticket/ticket-text.ts";
import { Button } from "#components/ui/button.tsx";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { EditCell, focusRowOf } from "./edit-order.tsx";
import { useOpenOrderActs } from "./open-order-context.ts";
import { changeOf, requestedTerms, type TypedTerms, termsOf } from "./order-change.ts";
import { OrderPrice } from "./order-text.tsx";
import { RetryButton, useWriteOf, WriteState, writeTone } from "./write-rows.tsx";

type OrderProps = { order: OrderRecord };

export function ChooseCell({ order }: OrderProps) {
  const text = useText("account");
  const { chosen, choose } = useOpenOrderActs();
  return (
    <input
      type="checkbox"
      aria-label={text("chooseOrder", { id: order.id })}
      className="block h-3.5 w-3.5 accent-(--accent-strong)"
      checked={chosen.has(order.id)}
      onChange={(event) => choose(order.id, event.currentTarget.checked)}
    />
  );
}

export function PriceCell({ order }: OrderProps) {
  const text = useText("account");
  const { editing, send } = useOpenOrderActs();
  const write = useWriteOf(order.id);
  const market = useTerms(order.market);
  const { grouped } = useFormat();
  const wording = useFigureWording();
  if (editing.id === order.id && editing.terms) {
    const { locale } = wording.format;
    const typed = editing.terms.price ?? typedText(termsOf(order).price, locale);
    const name = order.trigger_price === null ? "price" : "trigger";
    return (
      <EditCell
        label={text(order.trigger_price === null ? "price" : "triggerPrice")}
        value={typed}
        focused
        attempts={editing.attempts}
        error={market && figureError(name, readTerm(name, typed, market, locale).problem, wording)}
        onChange={(next) => editing.change({ price: next })}
        onSend={send}
        onLeave={editing.leave}
      />
    );
  }
  // The requested price is shown beside the current one until the venue has answered.
  const requested = requestedTerms(order, write).price;
  return (
    <>
      <OrderPrice order={order} />
      {requested ? <Figure className="text-ink-muted">{` → ${grouped(requested)}`}</Figure> : null}
    </>
  );
}

export function SizeCell({ order }: OrderProps) {
  const text = useText("account");
  const { editing, send } = useOpenOrderActs();
  const write = useWriteOf(order.id);
  const market = useTerms(order.market);
  const { grouped } = useFormat();
  const wording = useFigureWording();
  // The size of an order that follows the position is not its own.
  if (editing.id === order.id && editing.terms && order.grouping !== "POSITION") {
    const { locale } = wording.format;
    const typed = editing.terms.size ?? typedText(order.size, locale);
    return (
      <EditCell
        label={text("size")}
        value={typed}
        focused={false}
        attempts={editing.attempts}
        error={
          market && figureError("size", readTerm("size", typed, market, locale).problem, wording)
        }
        onChange={(next) => editing.change({ size: next })}
        onSend={send}
        onLeave={editing.leave}
      />
    );
  }
  const requested = requestedTerms(order, write).size;
  return (
    <>
      <Figure>{grouped(order.size)}</Figure>
      {requested ? <Figure className="text-ink-muted">{` → ${grouped(requested)}`}</Figure> : null}
    </>
  );
}

/** Buttons to change and cancel, or the progress of the write that does it. */
export function OrderActions({ order }: OrderProps) {
  const text = useText("account");
  const canSign = useCanSign();
  const { editing, cancel } = useOpenOrderActs();
  const write = useWriteOf(order.id);
  const reason = canSign ? undefined : text("connectToSign");
  if (editing.id === order.id && editing.terms)
    return <EditActions order={order} terms={editing.terms} />;
  if (write?.state === "unknown")
    return (
      <span className="inline-flex items-center gap-1.5">
        <span className={`text-2xs ${writeTone(write)}`}>
          <WriteState write={write} />
        </span>
        <RetryButton write={write} />
      </span>
    );
  const busy = write?.state === "signing" || write?.state === "sending";
  const cancelling = busy && write.kind !== "modify";
  return (
    <span className="inline-flex items-center gap-1">
      {write?.state === "rejected" ? (
        <span className="max-w-40 truncate text-2xs text-bad">
          <WriteState write={write} />
        </span>
      ) : null}
      <Button
        size="xs"
        tone="quiet"
        aria-disabled={busy}
        disabled={!canSign}
        title={reason}
        aria-label={text("changeOrder", { id: order.id })}
        onClick={() => {
          if (!busy) editing.begin(order);
        }}
      >
        {text(busy && !cancelling ? "changing" : "change")}
      </Button>
      <Button
        size="xs"
        // Not `disabled` while busy: it gets the focus back after the signature.
        aria-disabled={busy}
        disabled={!canSign}
        title={reason}
        aria-label={cancelling ? undefined : text("cancelOrder", { id: order.id })}
        onClick={() => {
          if (!busy) cancel(order);
        }}
      >
        {text(cancelling ? "cancelling" : "cancel")}
      </Button>
    </span>
  );
}

/** Buttons to send or discard what is typed. */
function EditActions({ order, terms }: OrderProps & { terms: TypedTerms }) {
  const text = useText("account");
  const { editing, send } = useOpenOrderActs();
  const market = useTerms(order.market);
  const locale = useLocale();
  return (
    <span className="inline-flex gap-1">
      <Button
        size="xs"
        tone="primary"
        // Not `disabled`: a press shows the error.
        aria-disabled={changeOf(order, terms, market, locale) === undefined}
        onClick={(event) => {
          if (send()) focusRowOf(event.currentTarget);
        }}
      >
        {text("save")}
      </Button>
      <Button
        size="xs"
        tone="quiet"
        onClick={(event) => {
          focusRowOf(event.currentTarget);
          editing.leave();
        }}
      >
        {text("leave")}
      </Button>
    </span>
  );
}
