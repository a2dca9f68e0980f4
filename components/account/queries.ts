"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, readJson } from "#components/http.ts";
import { useWallet, useWalletStore } from "#components/wallet/wallet-provider.tsx";
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

/** Whether a refusal says that this page is no longer its account's. */
export function isSessionRefusal(code: string): boolean {
  return code === "SIGN_IN_REQUIRED" || code === "ACCOUNT_MISMATCH";
}

/** Refusals that say that the venue key is gone. */
const NO_KEY = new Set(["TRADING_NOT_ENABLED", "UNKNOWN_API_KEY", "EXPIRED_API_KEY"]);

/** Whether this account has a venue key, kept on the server: without one it can read and trade nothing. */
export function useTradingKey() {
  const { sessionAddress } = useWallet();
  const read = useAccountRead();
  return useQuery({
    queryKey: [ROOT, sessionAddress, "key"],
    enabled: sessionAddress !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const body = await read("/api/venue/key", sessionAddress, signal);
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
  const read = useAccountRead();
  return useQuery({
    queryKey: [ROOT, sessionAddress, name],
    enabled: Boolean(sessionAddress && key.data),
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => {
      const body = await read(url, sessionAddress, signal);
      requireOwner(body, sessionAddress);
      return pick(body);
    },
  });
}

/** Reads for one account: the server refuses when another is signed in, and the page then looks who it is. */
function useAccountRead() {
  const store = useWalletStore();
  const client = useQueryClient();
  return async (url: string, account: string | undefined, signal: AbortSignal) => {
    const joint = url.includes("?") ? "&" : "?";
    const named = `${url}${joint}account=${encodeURIComponent(account ?? "")}`;
    const answer = await readJson(named, signal);
    if (!answer.ok && isSessionRefusal(answer.code)) void store.recheckSession();
    if (!answer.ok && NO_KEY.has(answer.code))
      void client.invalidateQueries({ queryKey: [ROOT, account, "key"] });
    return okBody(answer);
  };
}

/** Records that name another account are never shown, whoever sent them. */
function requireOwner(body: unknown, account: string | undefined): void {
  const { results } = body as { results?: unknown };
  const records = Array.isArray(results) ? (results as { account?: unknown }[]) : [];
  if (records.some((record) => record.account !== account))
    throw new ReadFailure("ACCOUNT_MISMATCH", "The answer was for another account.");
}

function okBody(answer: Answer): unknown {
  if (!answer.ok) throw new ReadFailure(answer.code, answer.message);
  if (typeof answer.body !== "object" || answer.body === null) {
    throw new ReadFailure("NO_BODY", "The service gave no answer that can be read.");
  }
  return answer.body;
}
