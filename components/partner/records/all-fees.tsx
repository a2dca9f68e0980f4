"use client";

import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { FeeList } from "./fee-list.tsx";
import { feesPath } from "./paths.ts";

/** The fees of all referrals, the newest first. */
export default function AllFees() {
  const { view } = usePartnerView();
  const { at, tz } = useSnapshot();
  const isNarrow = useNarrow();
  return <FeeList path={feesPath(view, { asOf: at.as_of, tz }, { isNarrow })} namesReferral />;
}
