"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  decodeCancelAllOrders,
  decodeCancelBatchOrders,
  decodeCancelOrder,
  decodeModifyOrder,
  decodeRegisterSigner,
} from "#lib/protocol/decode.ts";
import type { OrderTerms, PreparedWrite } from "./requests.ts";
import { scopeNames } from "./scope-names.ts";

/** Changes, cancellations and permissions in large type, read back from the signed bytes. */
export function ChangeReceipt({ prepared }: { prepared: PreparedWrite }) {
  const text = useText("signing");
  const { draft, payload } = prepared;
  switch (draft.operation) {
    case "modify_order":
      return <ModifyReceipt payload={payload} before={draft.before} />;
    case "cancel_order": {
      const { order_id: id, market } = decodeCancelOrder(payload);
      const said = text("cancelOne", { id: id.toString(), market });
      return <Card label={text("cancels")}>{said}</Card>;
    }
    case "cancel_batch_orders": {
      const { orders } = decodeCancelBatchOrders(payload);
      const said = text("cancelSome", { count: orders.length });
      return (
        <Card label={text("cancels")} grave>
          {said}
        </Card>
      );
    }
    case "cancel_all_orders": {
      const { market } = decodeCancelAllOrders(payload);
      const said = market === null ? text("cancelAllEverywhere") : text("cancelAllIn", { market });
      return (
        <Card label={text("cancels")} grave>
          {said}
        </Card>
      );
    }
    case "register_signer":
      return <RegisterReceipt payload={payload} />;
    case "revoke_signer":
      return (
        <Card label={text("permission")} grave detail={text("revokesOrders")}>
          {text("revokes")}
        </Card>
      );
    case "place_order":
    case "place_batch_orders":
    case "schedule_cancel":
    case "create_api_key":
    case "revoke_api_key":
      return null;
  }
}

function ModifyReceipt({
  payload,
  before,
}: {
  payload: Uint8Array;
  before: OrderTerms | undefined;
}) {
  const text = useText("signing");
  const { grouped } = useFormat();
  const change = decodeModifyOrder(payload);
  const priceName = text(change.order_type === "LIMIT" ? "field_price" : "field_trigger");
  const rows = [
    { name: text("field_size"), old: before?.size ?? null, now: change.size },
    { name: priceName, old: before?.price ?? null, now: change.price ?? before?.price },
  ];
  return (
    <Card label={text("changes")} detail={text("changeOf", { id: change.order_id.toString() })}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(({ name, old, now }) =>
          now === null || now === undefined ? null : (
            <div key={name} className="contents">
              <dt className="text-sm text-ink-muted">{name}</dt>
              <dd className="flex flex-wrap justify-end gap-x-2">
                {old !== null && old !== now ? (
                  <>
                    <bdi className="text-ink-muted line-through">{grouped(old)}</bdi>
                    <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
                      →
                    </span>
                  </>
                ) : null}
                <bdi className={old === now ? "font-normal text-ink-muted" : undefined}>
                  {grouped(now)}
                </bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  );
}

function RegisterReceipt({ payload }: { payload: Uint8Array }) {
  const text = useText("signing");
  const { dayAndTime } = useFormat();
  const added = decodeRegisterSigner(payload);
  const time = dayAndTime(Number(added.expires_at));
  return (
    <Card label={text("permission")} detail={text("until", { time })}>
      {text("registers", { scopes: scopeNames(added.scopes, text) })}
    </Card>
  );
}

type CardProps = { label: string; grave?: boolean; detail?: string; children: ReactNode };

/** `grave`: it ends orders or rights. */
function Card({ label, grave = false, detail, children }: CardProps) {
  return (
    <section
      aria-label={label}
      className={cn(
        "rounded border-s-4 p-3",
        grave ? "border-bad bg-bad-soft text-bad" : "border-accent bg-accent-soft",
      )}
    >
      <div className="text-base font-semibold">{children}</div>
      {detail ? <p className="mt-1 text-sm">{detail}</p> : null}
    </section>
  );
}
