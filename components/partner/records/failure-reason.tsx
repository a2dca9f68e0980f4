"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { failureCause } from "./failure-cause.ts";

/** Why a payment failed, followed by the chain's own error. */
export function FailureReason({ failure }: { failure: string }) {
  const text = useText("partnerRecords");
  const kind = failureCause(failure);
  if (kind === "operator") return text("failedBecause", { reason: isolated(failure) });
  return (
    <>
      {text(kind === "funds" ? "failedFunds" : "failedRefused")}{" "}
      <code dir="ltr" className="text-2xs [overflow-wrap:anywhere]">
        {failure}
      </code>
    </>
  );
}
