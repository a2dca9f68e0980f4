"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { isRelayed, labelsOfJupiter } from "#lib/protocol/swaps/plan/swap-plan.ts";

/** The name of Jupiter's routes; the sandbox's are simulated. */
export function useJupiterName(): (isSimulated: boolean) => string {
  const text = useText("swaps");
  return (isSimulated) => text(isSimulated ? "routes_jupiterSimulated" : "routes_jupiter");
}

/** The venues of a plan, or of a swap on the chain, which shows only "Jupiter". A relay is named by what it is. */
export function useRouteText(): (venues: readonly string[], isSimulated: boolean) => string {
  const text = useText("swaps");
  const nameOf = useJupiterName();
  return (venues, isSimulated) => {
    if (isRelayed(venues)) return text(isSimulated ? "routes_relaySimulated" : "routes_relay");
    const labels = labelsOfJupiter(venues);
    if (labels === undefined) return venues.join(" → ");
    return [nameOf(isSimulated), ...labels].join(" → ");
  };
}
