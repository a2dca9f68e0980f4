"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Answer, readJson } from "#components/http.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/orders.ts";

const POLL_MS = 2_000;

/** A read that failed, with the catalogue code for those who act on it. */
export class ReadFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "ReadFailure";
    this.code = code;
  }
}

const ROOT = "venue";

/** Whether this account has a venue key, kept on the server: without one it can read and trade nothing. */
export function useTradingKey() {
  const { sessionAddress } = useWallet();
  return useQuery({
    queryKey: [ROOT, sessionAddress, "key"],
    enabled: sessionAddress !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const body = okBody(await readJson("/api/venue/key", signal));
      return (body as { key: { id: string } | null }).key;
    },
  });
}

export function useAccount() {
  return useVenueRead("accounts", "/api/venue/accounts", (body) => {
    return (body as { results: AccountRecord[] }).results[0] ?? null;
  });
}

export function usePositions() {
  return useVenueRead("positions", "/api/venue/positions", (body) => {
    return (body as { results: PositionRecord[] }).results;
  });
}

export function useOpenOrders() {
  return useVenueRead("open-orders", "/api/venue/orders?status=OPEN", (body) => {
    return (body as { results: OrderRecord[] }).results;
  });
}

export function useOrderHistory() {
  return useVenueRead("order-history", "/api/venue/orders?status=ALL", (body) => {
    const { results } = body as { results: OrderRecord[] };
    return results.filter((order) => order.status === "CLOSED");
  });
}

/** Reads everything of the account again: after a write, a deposit or a new key. */
export function refreshAccount(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ROOT] });
}

function useVenueRead<Value>(name: string, url: string, pick: (body: unknown) => Value) {
  const { sessionAddress } = useWallet();
  const key = useTradingKey();
  return useQuery({
    queryKey: [ROOT, sessionAddress, name],
    enabled: Boolean(sessionAddress && key.data),
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => pick(okBody(await readJson(url, signal))),
  });
}

function okBody(answer: Answer): unknown {
  if (!answer.ok) throw new ReadFailure(answer.code, answer.message);
  if (typeof answer.body !== "object" || answer.body === null) {
    throw new ReadFailure("NO_BODY", "The service gave no answer that can be read.");
  }
  return answer.body;
}
