"use client";

import { type ReactNode, useRef, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePositions } from "#components/trading/account-state/use-account.ts";
import { usePlaceOrder } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { PositionRecord } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { Confirm, type Send } from "./confirm-form.tsx";
import { LimitForm } from "./limit-form.tsx";
import { OrderLine } from "./order-line.tsx";
import type { PositionQuestion } from "./position-actions.tsx";
import { closeOrder, heldSize, isLong, reverseOrder } from "./position-orders.ts";
import { positionStatus } from "./position-status.ts";
import { ProtectForm } from "./protect-form.tsx";
import { useReversePosition } from "./use-reverse-position.ts";
import { useSendingLock } from "./use-sending-lock.ts";

type Asked =
  | { kind: PositionQuestion; position: PositionRecord }
  | { kind: "close-all"; positions: readonly PositionRecord[] };

type PositionDialogProps = { asked: Asked; onClose: () => void };

/** The question behind a button of a position: what more it needs to know, and what exactly will be sent. */
export default function PositionDialog({ asked, onClose }: PositionDialogProps) {
  const text = useText("account");
  const place = usePlaceOrder();
  const turn = useReversePosition();
  const busy = useRef(false);
  const once = async (act: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    // This dialog is the review; what is signed stands in it. The signing panel comes when a wallet must sign.
    onClose();
    await act();
  };
  const send = async (orders: readonly PlaceOrderFields[]) => {
    const [first, ...attached] = orders;
    if (first) await once(() => place(first, { review: false, attached }));
  };
  const reverse = (seen: PositionRecord) => once(() => turn(seen));
  const title =
    asked.kind === "close-all"
      ? text("closeAll")
      : text(`${asked.kind}Title`, { market: asked.position.market });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      {asked.kind === "close-all" ? (
        <CloseAll positions={asked.positions} onSend={send} />
      ) : (
        <OfPosition kind={asked.kind} asked={asked.position} onSend={send} onReverse={reverse} />
      )}
    </Dialog>
  );
}

type OfPositionProps = {
  kind: PositionQuestion;
  asked: PositionRecord;
  onSend: Send;
  onReverse: (seen: PositionRecord) => Promise<void>;
};

/** The form of a position as it is now, not as it was when the dialog opened. */
function OfPosition({ kind, asked, onSend, onReverse }: OfPositionProps) {
  const text = useText("account");
  const { position } = positionStatus(asked, usePositions().data);
  if (position === undefined)
    return <p className="text-xs">{text("nothingHeld", { market: asked.market })}</p>;
  if (kind === "limit") return <LimitForm position={position} onSend={onSend} />;
  if (kind === "protect") return <ProtectForm position={position} onSend={onSend} />;
  return <Reverse asked={asked} position={position} onReverse={onReverse} />;
}

type ReverseProps = Pick<OfPositionProps, "asked" | "onReverse"> & { position: PositionRecord };

/** It can open a position: a size that has changed since it was read is confirmed by itself. */
function Reverse({ asked, position, onReverse }: ReverseProps) {
  const text = useText("account");
  const { grouped } = useFormat();
  const [seen, setSeen] = useState(asked.size);
  const order = reverseOrder(position);
  const { locked, reason } = useSendingLock(position.market, "opens");
  const size = heldSize(position);
  const hasChanged = seen !== position.size;
  const sides = isLong(position)
    ? { from: text("long"), to: text("short") }
    : { from: text("short"), to: text("long") };
  return (
    <Confirm
      button={text("reverseNow")}
      locked={locked || hasChanged}
      reason={reason}
      market={position.market}
      onConfirm={() => onReverse(position)}
    >
      <p>{text("reverseWhat", { size: grouped(size), market: position.market, ...sides })}</p>
      <OrderLine order={order} />
      {hasChanged ? (
        <Changed onSeen={() => setSeen(position.size)}>
          {text("reverseChanged", {
            before: grouped(heldSize({ size: seen })),
            now: grouped(size),
          })}
        </Changed>
      ) : null}
      <ul className="list-disc space-y-1 ps-4 text-2xs text-ink-muted">
        <li>{text("reverseOne")}</li>
        <li>{text("reverseMargin")}</li>
        <li>{text("reverseOthers")}</li>
      </ul>
    </Confirm>
  );
}

function Changed({ children, onSeen }: { children: ReactNode; onSeen: () => void }) {
  const text = useText("account");
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-1.5 rounded border border-warn-line bg-warn-soft p-2 text-2xs text-warn"
    >
      <p>{children}</p>
      <Button size="xs" onClick={onSeen}>
        {text("goOnWithNew")}
      </Button>
    </div>
  );
}

type CloseAllProps = { positions: readonly PositionRecord[]; onSend: Send };

function CloseAll({ positions, onSend }: CloseAllProps) {
  const text = useText("account");
  const now = usePositions().data;
  const orders = positions.flatMap((asked) => {
    const { position } = positionStatus(asked, now);
    return position ? [closeOrder(position)] : [];
  });
  const { locked, reason } = useSendingLock(undefined, "reduces");
  return (
    <Confirm
      button={text("closeAllNow")}
      locked={locked || orders.length === 0}
      reason={reason}
      onConfirm={() => onSend(orders)}
    >
      <p>{text("closeAllWhat", { count: orders.length })}</p>
      {orders.map((order) => (
        <OrderLine key={order.market} order={order} />
      ))}
      <p className="text-2xs text-ink-muted">{text("closeAllEach")}</p>
    </Confirm>
  );
}
