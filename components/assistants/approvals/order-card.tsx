"use client";

import { lazy, Suspense } from "react";
import { fieldsOf, type StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { conditionsOf } from "#components/trading/signing/receipt-words.ts";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Loading } from "#components/ui/panel.tsx";
import { ORDER_FLAG } from "#lib/protocol/orders.ts";
import { Fact, FactList } from "./facts.tsx";
import type { OnHere } from "./live-effect.tsx";

/** The market's stream and what an order does to an account: only who may still decide needs them. */
const LiveEffect = lazy(() => import("./live-effect.tsx"));

type OrderCardProps = {
  staged: StagedOrder;
  onHere: OnHere;
  onShort: (isShort: boolean) => void;
};

/** The order as it would be placed, in large plain words, and what it would do now. */
export function OrderCard({ staged, onHere, onShort }: OrderCardProps) {
  const text = useText("approvals");
  const isWaiting = staged.state === "waiting";
  return (
    <section
      aria-label={text("orderTitle")}
      className="flex min-w-0 flex-col gap-4 rounded-md border bg-surface p-4 lg:row-span-2"
    >
      <Headline staged={staged} />
      <Facts staged={staged} />
      {isWaiting ? (
        <Isolated label="effect of a proposed order" instead={<NoEffect />}>
          <Suspense fallback={<Loading label={text("effectLoading")} rows={6} />}>
            <LiveEffect staged={staged} onHere={onHere} onShort={onShort} />
          </Suspense>
        </Isolated>
      ) : null}
    </section>
  );
}

function NoEffect() {
  const text = useText("approvals");
  return <p className="text-xs text-ink-muted">{text("effectNone")}</p>;
}

function Headline({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const signing = useText("signing");
  const format = useFormat();
  const fields = fieldsOf(staged);
  const { name, conditions } = conditionsOf(fields, { text: signing, format });
  const isBuy = fields.side === "BUY";
  return (
    <div
      className={cn(
        "rounded border-s-4 p-4",
        isBuy ? "border-up bg-up-soft" : "border-down bg-down-soft",
      )}
    >
      {/* Where the proposer's own card is far below the answer. */}
      <p className="text-xs text-ink-muted lg:hidden">
        {text("proposedByWhom", { name: isolated(staged.source.name) })}
      </p>
      {name === undefined ? null : <p className="text-sm font-semibold">{name}</p>}
      <h2 className="flex flex-wrap items-baseline gap-x-2.5 text-2xl leading-9 font-semibold">
        <span className={cn("uppercase", isBuy ? "text-up" : "text-down")}>
          {text(isBuy ? "buy" : "sell")}
        </span>
        <bdi className="break-all">{format.grouped(fields.size)}</bdi>
        <bdi>{fields.market}</bdi>
      </h2>
      {conditions.map((condition, place) => (
        <p
          key={condition}
          className={cn("break-words", place === 0 ? "text-lg font-medium" : "text-sm")}
        >
          {condition}
        </p>
      ))}
    </div>
  );
}

function Facts({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { grouped, figure } = useFormat();
  const { order, snapshot, account } = staged;
  const usdc = (amount: string) => text("usdc", { amount: figure(amount, 2) });
  const flags = flagNames(order.flags, text);
  return (
    <FactList>
      <Fact name={text("type")} value={text(`type_${order.order_type}`)} />
      <Fact name={text("tif")} value={text(`tif_${order.time_in_force}`)} />
      {flags === "" ? null : <Fact name={text("flags")} value={flags} />}
      {snapshot.mark_price === null ? null : (
        <Fact name={text("markThen")} value={grouped(snapshot.mark_price)} />
      )}
      {snapshot.notional === null ? null : (
        <Fact name={text("valueThen")} value={usdc(snapshot.notional)} />
      )}
      {snapshot.fee === null ? null : <Fact name={text("feeThen")} value={usdc(snapshot.fee)} />}
      <Fact
        name={text("account")}
        value={
          <span dir="ltr" className="font-mono text-xs break-all">
            {account}
          </span>
        }
      />
    </FactList>
  );
}

function flagNames(flags: number, text: ReturnType<typeof useText<"approvals">>): string {
  const names: string[] = [];
  if ((flags & ORDER_FLAG.POST_ONLY) !== 0) names.push(text("postOnly"));
  if ((flags & ORDER_FLAG.REDUCE_ONLY) !== 0) names.push(text("reduceOnly"));
  return names.join(", ");
}
