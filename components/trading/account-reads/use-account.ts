"use client";

import { useSyncExternalStore } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { type AccountData, type AccountRead, onAccountRead, readOf } from "./account-store.ts";

/** The account's venue key, which the server keeps: without one the account cannot be read or traded. */
export function useVenueKey(): AccountRead<AccountData["key"]> {
  return useRead("key");
}

export function useAccount(): AccountRead<AccountData["account"]> {
  return useRead("account");
}

export function usePositions(): AccountRead<AccountData["positions"]> {
  return useRead("positions");
}

export function useOpenOrders(): AccountRead<AccountData["orders"]> {
  return useRead("orders");
}

function useRead<Name extends keyof AccountData>(name: Name): AccountRead<AccountData[Name]> {
  const { sessionAddress } = useWallet();
  return useSyncExternalStore(
    onAccountRead,
    () => readOf(sessionAddress, name),
    () => readOf(undefined, name),
  );
}
