"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { chainFailureOf } from "./chain-failure.ts";

/** Why a payment failed, in words; what the chain itself said is its end, for who wants to look it up. */
export function FailureReason({ failure }: { failure: string }) {
  const text = useText("partnerRecords");
  const kind = chainFailureOf(failure);
  if (kind === "told") return text("failedBecause", { reason: isolated(failure) });
  return (
    <>
      {text(kind === "funds" ? "failedFunds" : "failedRefused")}{" "}
      <code dir="ltr" className="text-2xs [overflow-wrap:anywhere] opacity-80">
        {failure}
      </code>
    </>
  );
}
