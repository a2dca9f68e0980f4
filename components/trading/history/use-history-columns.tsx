"use client";

import { ClipboardList, Copy, Hash } from "lucide-react";
import { lazy, useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { Text } from "#components/i18n/message-types.ts";
import type { Sources } from "#components/i18n/sources.ts";
import {
  OrderPrice,
  useEndText,
  useTypeText,
} from "#components/trading/open-orders/order-text.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { EventTime, Figure, SideName, SignedMoney } from "#components/trading/tables/figures.tsx";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { AveragePrice, Price } from "#components/trading/tables/price.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type {
  FillRecord,
  FundingRecord,
  OrderRecord,
  TransferRecord,
} from "#lib/protocol/wire/account.ts";

/** Most rows of these tables are on no chain. */
const ExplorerIcon = lazy(() => import("#components/trading/transfers/explorer-icon.tsx"));

/** The boundary has shown a message. */
function ignore(): void {}

/** The shared columns: time, market, side. */
function useCommonColumns() {
  const text = useText("account");
  return useMemo(() => {
    type Common = { created_at: number; market: string; side: OrderRecord["side"] };
    const time: Column<{ created_at: number }> = {
      id: "time",
      name: text("time"),
      width: 132,
      align: "start",
      cell: ({ created_at: at }) => <EventTime at={at} />,
    };
    const market: Column<Pick<Common, "market">> = {
      id: "market",
      name: text("market"),
      width: 104,
      align: "start",
      cell: (row) => <MarketName market={row.market} />,
    };
    const side: Column<Pick<Common, "side">> = {
      id: "side",
      name: text("side"),
      width: 60,
      align: "start",
      cell: (row) => <SideName side={row.side} />,
    };
    return { time, market, side };
  }, [text]);
}

function amount(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}

export function useOrderColumns(): readonly Column<OrderRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
  const typeText = useTypeText();
  const endText = useEndText();
  const { time, market, side } = useCommonColumns();
  return useMemo(
    (): readonly Column<OrderRecord>[] => [
      // The venue lists orders by the time of placing.
      { ...time, name: text("placed"), width: 128 },
      market,
      side,
      {
        id: "type",
        name: text("type"),
        width: 104,
        align: "start",
        className: "text-ink-muted",
        cell: (order) => <span title={typeText(order)}>{typeText(order)}</span>,
      },
      {
        id: "price",
        name: text("price"),
        width: 130,
        cell: (order) => <OrderPrice order={order} />,
      },
      {
        id: "size",
        name: text("size"),
        width: 72,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "filled",
        name: text("filled"),
        width: 72,
        cell: ({ filled_size: size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "average",
        name: text("averageFill"),
        width: 82,
        cell: (order) => <AveragePrice market={order.market} price={order.avg_fill_price} />,
      },
      ...endColumns(text, endText),
      {
        id: "copy",
        name: text("copy"),
        hiddenName: true,
        width: 72,
        cell: ({ id, digest }) => (
          <>
            <CopyButton value={id} what={text("orderId", { id })} />
            {digest === "" ? null : (
              <CopyButton kind="digest" value={digest} what={text("digestOf", { id })} />
            )}
          </>
        ),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the texts depend on the language only
    [text, grouped, time, market, side],
  );
}

/** How an order ended, and when. */
function endColumns(
  text: Text<Sources["account"]>,
  endText: (order: OrderRecord) => string,
): Column<OrderRecord>[] {
  return [
    {
      id: "status",
      name: text("orderStatus"),
      width: 134,
      align: "start",
      className: "text-ink-muted",
      cell: (order) => <span title={endText(order)}>{endText(order)}</span>,
    },
    {
      id: "ended",
      name: text("ended"),
      width: 122,
      align: "start",
      cell: ({ status, last_updated_at: at }) =>
        status === "CLOSED" ? <EventTime at={at} /> : "—",
    },
  ];
}

export function useFillColumns(): readonly Column<FillRecord>[] {
  const text = useText("account");
  const { figure, grouped } = useFormat();
  const { time, market, side } = useCommonColumns();
  return useMemo(
    (): readonly Column<FillRecord>[] => [
      time,
      market,
      side,
      {
        id: "kind",
        name: text("type"),
        width: 110,
        align: "start",
        className: "text-ink-muted",
        cell: ({ trade_type: type, liquidity }) =>
          type === "FILL" ? text(liquidity) : text(`trade_${type}`),
      },
      {
        id: "price",
        name: text("price"),
        width: 92,
        cell: (row) => <Price market={row.market} price={row.price} />,
      },
      {
        id: "size",
        name: text("size"),
        width: 84,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "fee",
        name: text("fee"),
        width: 84,
        cell: ({ fee }) => <Figure>{figure(fee, 4)}</Figure>,
      },
      {
        id: "realized",
        name: text("realizedPnl"),
        width: 100,
        cell: ({ realized_pnl: pnl }) => <SignedMoney scaled={amount(pnl)} />,
      },
      {
        id: "copy",
        name: text("copy"),
        hiddenName: true,
        width: 84,
        cell: ({ id, order_id: order }) => (
          <>
            <CopyButton value={id.toString()} what={text("fillId", { id: id.toString() })} />
            {order === null ? null : (
              <CopyButton kind="order" value={order} what={text("orderId", { id: order })} />
            )}
          </>
        ),
      },
    ],
    [text, figure, grouped, time, market, side],
  );
}

export function useFundingColumns(): readonly Column<FundingRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
  const { time, market } = useCommonColumns();
  return useMemo(
    (): readonly Column<FundingRecord>[] => [
      time,
      market,
      {
        id: "size",
        name: text("positionSize"),
        width: 110,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "amount",
        name: text("fundingAmount"),
        width: 130,
        // The venue records payments as positive; a person expects a minus sign.
        cell: ({ amount: paid }) => <SignedMoney scaled={-amount(paid)} />,
      },
    ],
    [text, grouped, time, market],
  );
}

export function useTransferColumns(): readonly Column<TransferRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
  const { time } = useCommonColumns();
  return useMemo(
    (): readonly Column<TransferRecord>[] => [
      time,
      {
        id: "kind",
        name: text("type"),
        width: 100,
        align: "start",
        cell: ({ kind }) => text(kind === "DEPOSIT" ? "deposit" : "withdrawal"),
      },
      {
        id: "status",
        name: text("transferStatus"),
        width: 120,
        align: "start",
        className: "text-ink-muted",
        cell: ({ status, reason }) => (
          <span title={reason ?? undefined}>{text(`transfer_${status}`)}</span>
        ),
      },
      {
        id: "amount",
        name: text("amount"),
        width: 130,
        cell: ({ amount: moved, asset }) => (
          <>
            <Figure>{grouped(moved)}</Figure>{" "}
            <span className="text-2xs text-ink-faint">{asset}</span>
          </>
        ),
      },
      {
        id: "source",
        name: text("source"),
        width: 110,
        align: "start",
        className: "text-ink-muted",
        cell: ({ source }) => <bdi>{source}</bdi>,
      },
      ...referenceColumns(text),
    ],
    [text, grouped, time],
  );
}

/** A deposit's or withdrawal's reference, a button that copies it, and its transaction in the explorer. */
function referenceColumns(text: Text<Sources["account"]>): readonly Column<TransferRecord>[] {
  return [
    {
      id: "reference",
      name: text("reference"),
      width: 240,
      align: "start",
      className: "text-ink-muted",
      cell: (transfer) => (
        <bdi dir="ltr" title={referenceOf(transfer)}>
          {referenceOf(transfer)}
        </bdi>
      ),
    },
    {
      id: "copy",
      name: text("copy"),
      hiddenName: true,
      width: 72,
      cell: (transfer) => (
        <>
          <CopyButton
            value={referenceOf(transfer)}
            what={text("referenceOf", { id: referenceOf(transfer) })}
          />
          {transfer.tx_hash === null ? null : (
            <LazyBoundary onFailure={ignore}>
              <ExplorerIcon signature={transfer.tx_hash} />
            </LazyBoundary>
          )}
        </>
      ),
    },
  ];
}

/** The transaction; a deposit without one has a reference, and a withdrawal that was not sent yet its id. */
function referenceOf({ tx_hash: hash, reference, id }: TransferRecord): string {
  return hash ?? reference ?? id;
}

/** A different icon for each kind of id: the row's own, its order's, and the signed digest. */
const ICONS = { own: Copy, order: ClipboardList, digest: Hash } as const;

type CopyButtonProps = { value: string; what: string; kind?: keyof typeof ICONS };

function CopyButton({ value, what, kind = "own" }: CopyButtonProps) {
  const text = useText("account");
  const Icon = ICONS[kind];
  const name = text("copyOf", { what });
  return (
    <Button
      size="xs"
      tone="quiet"
      className="px-1.5"
      title={kind === "digest" ? `${name}: ${value}` : name}
      aria-label={name}
      onClick={() => void copyText(value)}
    >
      <Icon size={12} aria-hidden />
    </Button>
  );
}
