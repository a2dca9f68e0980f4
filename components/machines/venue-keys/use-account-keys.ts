"use client";

import { useEffect, useRef } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { type PageRead, useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type {
  HeldKey,
  SignerList,
  SignerRecord,
  VenueKeyList,
  VenueKeyRecord,
} from "#lib/protocol/wire/account.ts";
import { inOrder } from "./key-order.ts";

/** A list that the page only reads. */
type Listed<Data> = PageRead<Data>;

export type AccountKeys = {
  /** The venue key that the service holds; null when trading is not enabled. */
  own: Listed<HeldKey>;
  venueKeys: Listed<VenueKeyRecord[]>;
  signers: Listed<SignerRecord[]>;
  /** Reads all lists again. */
  reload: () => Promise<void>;
};

/** The keys of this account at the venue. The lists are readable only with a venue key that the service holds. */
export function useAccountKeys(account: string): AccountKeys {
  const text = useText("venueKeys");
  const named = `?account=${encodeURIComponent(account)}`;
  const own = useResource<HeldKey>(`/api/venue/key${named}`);
  const lists = own.data?.key ? named : undefined;
  const venueKeys = useResource<VenueKeyList>(lists && `/api/venue/keys${lists}`);
  const signers = useResource<SignerList>(lists && `/api/venue/signers${lists}`);
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
  const listed = venueKeys.data?.results;
  const isForeign = listed?.some((key) => key.account !== account) === true;
  return {
    own,
    venueKeys: {
      ...venueKeys,
      ...(isForeign && { error: text("foreign") }),
      data: isForeign || listed === undefined ? undefined : inOrder(listed),
      reload,
    },
    signers: {
      ...signers,
      data: signers.data?.results.filter(({ expires_at: end }) => end > serverNow()),
      reload,
    },
    reload,
  };
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
