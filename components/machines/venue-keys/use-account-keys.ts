"use client";

import { useEffect, useRef } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { type PageRead, useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { type SignerRecord, signersOf } from "#components/trading/writes/signer-records.ts";
import { isOnlyOf, type VenueKeyRecord, venueKeysOf } from "./key-records.ts";

/** A list that the page only reads. */
type Listed<Data> = PageRead<Data>;

export type AccountKeys = {
  /** The venue key that the service holds; null when trading is not enabled. */
  own: Listed<{ key: { id: string } | null }>;
  venueKeys: Listed<VenueKeyRecord[]>;
  signers: Listed<SignerRecord[]>;
  /** Reads all lists again. */
  reload: () => Promise<void>;
};

/** The keys of this account at the venue. The lists are readable only with a venue key that the service holds. */
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
  // The lists follow the held key, because they are read with it.
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
  // Records of another account are never shown.
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

/** Reads again when the user returns to the page or is online again: keys also end elsewhere. */
function useReadOnReturn(reload: () => Promise<void>): void {
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === "visible") void reload();
    };
    document.addEventListener("visibilitychange", reloadIfVisible);
    window.addEventListener("online", reloadIfVisible);
    return () => {
      document.removeEventListener("visibilitychange", reloadIfVisible);
      window.removeEventListener("online", reloadIfVisible);
    };
  }, [reload]);
}
