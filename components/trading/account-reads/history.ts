"use client";

import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import type {
  FillRecord,
  FundingRecord,
  OrderRecord,
  TransferRecord,
} from "#lib/protocol/wire/account.ts";
import { accountKey, HISTORY_ROOT, requireOwner } from "./account-reads.ts";
import { type HistoryPage, mergeNewest, nextCursor, replaceRow, rowsOf } from "./history-pages.ts";
import { againWhileEmpty } from "./query-client.ts";
import { liveStreamOf, onAccountFact, pollUnlessStreamed } from "./streamed.ts";
import { useOpenOrders, useVenueKey } from "./use-account.ts";
import { useAccountRead } from "./use-account-read.ts";
import { useLastingFailure } from "./use-lasting-failure.ts";

const PAGE_ROWS = 100;
/** Slow enough for history: a write of this page reads it again at once. */
const POLL_MS = 4_000;

export type HistoryRecords = {
  orders: OrderRecord;
  fills: FillRecord;
  funding: FundingRecord;
  transfers: TransferRecord;
};
export type HistoryKind = keyof HistoryRecords;

export type HistoryFilter = {
  /** One market, or all of them. Transfers have no market. */
  market?: string | undefined;
  /** Unix milliseconds: `from` included, `to` excluded. Without `to` new rows are polled. */
  from?: number | undefined;
  to?: number | undefined;
};

export type History<Row> = {
  /** Newest first. */
  data: Row[] | undefined;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  /** Whether older rows of the span are unread. */
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  tryAgain: () => void;
};

/**
 * History of the signed-in account in a span of time. New rows are those of the account's stream, and polled; older ones are
 * read by cursor.
 */
export function useHistory<Kind extends HistoryKind>(
  kind: Kind,
  filter: HistoryFilter = {},
): History<HistoryRecords[Kind]> {
  type Row = HistoryRecords[Kind];
  const { market, from, to } = filter;
  const { sessionAddress } = useWallet();
  const venueKey = useVenueKey().data;
  const enabled = Boolean(sessionAddress) && venueKey !== undefined;
  const client = useQueryClient();
  const readPage = usePageReader<Row>(kind, market, sessionAddress);
  const name = useMemo(
    () => [kind, market ?? "", from ?? 0, to ?? 0] as const,
    [kind, market, from, to],
  );
  // What was refused without a key is read again with one.
  const keyId = venueKey?.id ?? "";
  const key = useMemo(
    () => [HISTORY_ROOT, sessionAddress, keyId, ...name],
    [sessionAddress, keyId, name],
  );
  const pages = useInfiniteQuery({
    queryKey: key,
    enabled,
    // Old rows do not change; the newest are polled below.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: againWhileEmpty,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage({ cursor: pageParam, to }, signal),
    getNextPageParam: (page: HistoryPage<Row>) => nextCursor(page, from),
  });
  const newest = useQuery({
    queryKey: accountKey(sessionAddress, "newest", ...name),
    enabled: enabled && to === undefined && pages.data !== undefined,
    refetchInterval: pollUnlessStreamed(POLL_MS),
    queryFn: ({ signal }) => readPage({}, signal),
  });
  useEffect(() => {
    const page = newest.data;
    if (page === undefined) return;
    updatePages<Row>(client, key, (known) => mergeNewest(known, page));
  }, [client, key, newest.data]);
  useStreamedChanges<Row>(kind, { market, to }, key);
  const rows = useMemo(
    () => (pages.data ? rowsOf<Row>(pages.data.pages, { from, to }) : undefined),
    [pages.data, from, to],
  );
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const tryAgain = useCallback(() => void refetch(), [refetch]);
  const error = useLastingFailure(pages) ?? newest.error;
  return {
    data: rows,
    isPending: pages.isPending && error === null,
    isError: error !== null,
    error,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    tryAgain,
  };
}

/** Rows that the account's stream has, and orders that a write of this browser has ended, in the pages at `key`. */
function useStreamedChanges<Row extends HistoryRecords[HistoryKind]>(
  kind: HistoryKind,
  { market, to }: Pick<HistoryFilter, "market" | "to">,
  key: QueryKey,
): void {
  const client = useQueryClient();
  const { sessionAddress } = useWallet();
  const patch = useCallback(
    (row: Row) => updatePages<Row>(client, key, (known) => replaceRow(known, row)),
    [client, key],
  );
  useEffect(
    () =>
      onAccountFact(({ name, data }, addRow) => {
        // The names of both agree: `fill` and `fills`.
        if (!kind.startsWith(name) || data.account !== sessionAddress) return;
        if (market !== undefined && "market" in data && data.market !== market) return;
        if (to === undefined || data.created_at < to)
          updatePages<Row>(client, key, (known) => addRow(known, data as Row));
      }),
    [client, key, kind, market, sessionAddress, to],
  );
  useEndedOrders(kind === "orders", patch as (order: OrderRecord) => void);
}

type PageAt = { cursor?: string | undefined; to?: number | undefined };

function usePageReader<Row extends { account: string }>(
  kind: HistoryKind,
  market: string | undefined,
  account: string | undefined,
): (at: PageAt, signal: AbortSignal) => Promise<HistoryPage<Row>> {
  const read = useAccountRead();
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  return useCallback(
    async ({ cursor, to }, signal) => {
      const search = new URLSearchParams({ page_size: PAGE_ROWS.toString() });
      if (kind === "orders") search.set("status", "ALL");
      if (market !== undefined && kind !== "transfers") search.set("market", market);
      if (cursor !== undefined) search.set("cursor", cursor);
      else if (to !== undefined) search.set("to", to.toString());
      const url = `/api/venue/${kind}?${search.toString()}`;
      const page = await latest.current<HistoryPage<Row>>(url, account, signal);
      requireOwner(page, account);
      return page;
    },
    [kind, market, account],
  );
}

/**
 * An order far down in the history ends without a change in the newest rows, so an order that leaves the open orders is
 * read again by its id.
 */
function useEndedOrders(active: boolean, onEnded: (order: OrderRecord) => void): void {
  const open = useOpenOrders().data;
  const { sessionAddress } = useWallet();
  const read = useAccountRead();
  const before = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef({ read, onEnded });
  useEffect(() => {
    latest.current = { read, onEnded };
  });
  useEffect(() => {
    if (!active || open === undefined) return;
    const now = new Set(open.map(({ id }) => id));
    const gone = [...before.current].filter((id) => !now.has(id));
    before.current = now;
    const leave = new AbortController();
    for (const id of gone.slice(0, MAX_REREADS)) {
      // The stream has sent how it ended.
      if (liveStreamOf(sessionAddress)?.order(id) !== undefined) continue;
      latest.current
        .read<OrderRecord>(`/api/venue/orders/${id}`, sessionAddress, leave.signal)
        .then((order) => latest.current.onEnded(order))
        // The next poll of the newest rows, or a reload, shows it as well.
        .catch(() => undefined);
    }
    return () => leave.abort();
  }, [active, open, sessionAddress]);
}

const MAX_REREADS = 20;

function updatePages<Row>(
  client: ReturnType<typeof useQueryClient>,
  key: readonly unknown[],
  change: (pages: readonly HistoryPage<Row>[]) => readonly HistoryPage<Row>[],
): void {
  client.setQueryData<InfiniteData<HistoryPage<Row>, string | undefined>>(key, (known) => {
    if (known === undefined) return undefined;
    const pages = change(known.pages);
    if (pages === known.pages) return known;
    // The list may have started over with fewer pages.
    return { pages: [...pages], pageParams: known.pageParams.slice(0, pages.length) };
  });
}
