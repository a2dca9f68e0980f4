"use client";

import { lazy, useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import type { Column } from "#components/trading/tables/columns.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import { useCommonColumns } from "./common-columns.tsx";
import { CopyId } from "./copy-id.tsx";

/** Most rows of these tables are on no chain. */
const ExplorerIcon = lazy(() => import("#components/trading/transfers/explorer-icon.tsx"));

/** The boundary has shown a message. */
function ignore(): void {}

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
        name: text("status"),
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
function referenceColumns(text: FeatureText<"account">): readonly Column<TransferRecord>[] {
  return [
    {
      id: "reference",
      name: text("reference"),
      width: 240,
      align: "start",
      mayCut: true,
      className: "text-ink-muted",
      cell: (transfer) => (
        <bdi dir="ltr" translate="no" title={referenceOf(transfer)}>
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
          <CopyId
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
