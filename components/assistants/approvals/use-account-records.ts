"use client";

import { useMemo } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import type { AccountRecords } from "#lib/protocol/holdings.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/orders.ts";

type Results<Value> = { results: readonly Value[] };

export type ReadRecords = {
  records: AccountRecords;
  /** All of it was read. */
  isKnown: boolean;
  /** It cannot be read: there is no venue key, or no answer. */
  isUnread: boolean;
  /** Reads all of it again. */
  look: () => void;
};

const EVERY_MS = 4_000;

/** What the account has at the venue, as long as somebody decides on an order of it. */
export function useAccountRecords(account: string): ReadRecords {
  const named = `account=${encodeURIComponent(account)}`;
  const accounts = useResource<Results<AccountRecord>>(`/api/venue/accounts?${named}`);
  const positions = useResource<Results<PositionRecord>>(`/api/venue/positions?${named}`);
  const orders = useResource<Results<OrderRecord>>(`/api/venue/orders?status=OPEN&${named}`);
  const all = [accounts, positions, orders] as const;
  const look = () => {
    for (const one of all) one.look();
  };
  useReadAgain(look, EVERY_MS);
  const records = useMemo<AccountRecords>(
    () => ({
      account: accounts.data && (accounts.data.results[0] ?? null),
      positions: positions.data?.results,
      orders: orders.data?.results,
    }),
    [accounts.data, positions.data, orders.data],
  );
  const isKnown = all.every(({ data }) => data !== undefined);
  return {
    records,
    isKnown,
    isUnread: !isKnown && all.some(({ error }) => error !== undefined),
    look,
  };
}
