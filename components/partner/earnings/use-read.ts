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

type Kept<Data> = { path: string; data: Data };

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
  const [kept, setKept] = useState<Kept<Data>>();
  if (path !== undefined && data !== undefined && data !== kept?.data) setKept({ path, data });
  if (path === undefined && kept !== undefined) setKept(undefined);
  useShownRead({
    name: name ?? kept?.path.split("?")[0] ?? "",
    path: kept?.path ?? "",
    answer: kept?.data,
  });
  return {
    data: kept?.data,
    isOld: kept !== undefined && kept.path !== path,
    error,
    loading: path !== undefined && loading,
    reload,
  };
}
