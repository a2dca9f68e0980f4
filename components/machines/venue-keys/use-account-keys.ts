"use client";

import { useEffect, useRef } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { type PageRead, useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { type SignerRecord, signersOf } from "#components/trading/writes/signer-records.ts";
import { isOnlyOf, type VenueKeyRecord, venueKeysOf } from "./key-records.ts";

/** What is listed is what the service answered: nothing changes it here. */
type Listed<Data> = PageRead<Data>;

export type AccountKeys = {
  /** The venue key that the service holds; null when trading is not enabled. */
  own: Listed<{ key: { id: string } | null }>;
  venueKeys: Listed<VenueKeyRecord[]>;
  signers: Listed<SignerRecord[]>;
  /** Reads all of it again. */
  reload: () => Promise<void>;
};

/** The keys of this account at the venue. Without a venue key held here there is none to read the lists with. */
export function useAccountKeys(account: string): AccountKeys {
  const text = useText("venueKeys");
  const named = `?account=${encodeURIComponent(account)}`;
  const own = useResource<{ key: { id: string } | null }>(`/api/venue/key${named}`);
  const lists = own.data?.key ? named : undefined;
  const venueKeys = useResource<unknown>(lists && `/api/venue/keys${lists}`);
  const signers = useResource<unknown>(lists && `/api/venue/signers${lists}`);
  const { reload } = own;
  const { reload: readVenueKeys } = venueKeys;
  const { reload: readSigners } = signers;
  // In this order: without the key that is held here there is nothing to ask the lists for.
  const before = useRef(own.data);
  useEffect(() => {
    const hadKey = Boolean(before.current?.key);
    if (before.current === own.data) return;
    before.current = own.data;
    if (!hadKey || !own.data?.key) return;
    void readVenueKeys();
    void readSigners();
  }, [own.data, readVenueKeys, readSigners]);
  useReadOnReturn(reload);
  // Records that name another account are never shown, whoever sent them.
  const isForeign = venueKeys.data !== undefined && !isOnlyOf(account, venueKeys.data);
  return {
    own,
    venueKeys: {
      ...venueKeys,
      ...(isForeign && { error: text("foreign") }),
      data: isForeign || venueKeys.data === undefined ? undefined : venueKeysOf(venueKeys.data),
      reload,
    },
    signers: {
      ...signers,
      data: signers.data === undefined ? undefined : live(signers.data),
      reload,
    },
    reload,
  };
}

function live(body: unknown): SignerRecord[] {
  return signersOf(body).filter(({ expires_at: expiresAt }) => expiresAt > serverNow());
}

/** Keys end elsewhere too: who comes back to the page, or is connected again, sees them as they are. */
function useReadOnReturn(reload: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void reload();
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [reload]);
}
