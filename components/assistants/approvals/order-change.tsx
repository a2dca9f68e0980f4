"use client";

import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { isReduceOnly, isTriggerType } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StagedOrder, StagedTarget } from "#lib/protocol/wire/staged-order.ts";
import { Fact, FactList } from "./facts.tsx";

const POLL_MS = 4_000;

type OrderChangeProps = { staged: StagedOrder; target: StagedTarget };

/** What a proposal changes of an open order, before and after, or what it ends. */
export function OrderChange({ staged, target }: OrderChangeProps) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const { grouped } = useFormat();
  const { order, action } = staged;
  const asset = order.market.replace(/USDC$/, "");
  const isCancel = action === "cancel";
  const change = (before: string | null, after: string | null) => {
    const now = grouped(after ?? "");
    if (isCancel || before === null || before === after) return now;
    return ticket("fromTo", { before: grouped(before), after: now });
  };
  const isTrigger = isTriggerType(order.order_type);
  const [before, after] = isTrigger
    ? [target.trigger_price, order.trigger_price]
    : [target.price, order.price];
  return (
    <section aria-label={text("changeTitle")} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{text(isCancel ? "endsTitle" : "changeTitle")}</h3>
      <FactList label={text("changeTitle")}>
        <Fact
          row="size"
          name={text("size")}
          value={
            target.follows_position
              ? text("wholePosition")
              : `${change(target.size, order.size)} ${asset}`
          }
        />
        <Fact
          row="price"
          name={text(isTrigger ? "triggerPrice" : "limitPrice")}
          value={change(before, after)}
        />
        {/[1-9]/.test(target.filled_size) ? (
          <Fact
            row="filledBefore"
            name={text("filled")}
            value={`${grouped(target.filled_size)} ${asset}`}
          />
        ) : null}
        <Fact
          row="order"
          name={text("orderId")}
          value={
            <bdi dir="ltr" translate="no">
              {target.order_id}
            </bdi>
          }
        />
      </FactList>
      {isCancel && isTrigger && isReduceOnly(order) ? (
        <p className="text-sm text-warn">{text("endsProtection")}</p>
      ) : null}
      {staged.state === "waiting" ? <OrderNow staged={staged} target={target} /> : null}
    </section>
  );
}

/** What has happened to the order since it was read for the proposal. */
function OrderNow({ staged, target }: OrderChangeProps) {
  const text = useText("approvals");
  const { grouped } = useFormat();
  const named = `account=${encodeURIComponent(staged.account)}`;
  const { data, poll } = useResource<OrderRecord>(`/api/venue/orders/${target.order_id}?${named}`);
  useReadAgain(poll, POLL_MS);
  const isOver = data?.status === "CLOSED";
  const isFilledMore = data !== undefined && data.filled_size !== target.filled_size;
  return (
    <output className="text-sm font-medium text-warn empty:hidden">
      {isOver
        ? text("orderEnded")
        : isFilledMore
          ? text("filledSince", { size: grouped(data.filled_size) })
          : ""}
    </output>
  );
}
