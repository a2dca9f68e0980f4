"use client";

import { useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import type { At } from "#lib/protocol/wire/partner.ts";
import { readAddress } from "./shown-reads.ts";
import { useShownRead, useSnapshot } from "./snapshot-context.ts";

export type PartnerRead<Data> = {
  /** The latest answer; during a read that of the previous one. */
  data: Data | undefined;
  /** `data` belongs to another filter, not only to another snapshot. */
  isOld: boolean;
  /** Why the last read failed, in the page's language. */
  error: string | undefined;
  loading: boolean;
  reload: () => Promise<void>;
};

type LastRead<Data> = { path: string; data: Data };

/**
 * A read of the partner programme in the page's snapshot: `usePartnerRead<ReferralPage>("referrals?sort=earned")`. It is
 * repeated for a new snapshot and by Verify. `undefined` reads nothing. `name` is the part before the point in the
 * `data-figure` of its figures, by default the first word of the path.
 */
export function usePartnerRead<Data extends At>(
  path: string | undefined,
  name?: string,
): PartnerRead<Data> {
  const { at } = useSnapshot();
  const { data, error, loading, reload } = useResource<Data>(
    path === undefined ? undefined : readAddress(path, at),
  );
  const [last, setLast] = useState<LastRead<Data>>();
  if (path !== undefined && data !== undefined && data !== last?.data) setLast({ path, data });
  if (path === undefined && last !== undefined) setLast(undefined);
  useShownRead({
    name: name ?? last?.path.split("?")[0] ?? "",
    path: last?.path ?? "",
    answer: last?.data,
  });
  return {
    data: last?.data,
    isOld: last !== undefined && last.path !== path,
    error,
    loading: path !== undefined && loading,
    reload,
  };
}
