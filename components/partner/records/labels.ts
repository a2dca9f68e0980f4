"use client";

import { createStore } from "#components/ui/store.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { Referral, ReferralLabel } from "#lib/protocol/wire/partner.ts";

/** Labels that were saved on this page, by referral. Answers of a snapshot are kept, and may have older ones. */
const saved = createStore<ReadonlyMap<string, ReferralLabel>>(new Map());

export function keepLabel(label: ReferralLabel): void {
  saved.set(new Map(saved.get()).set(label.id, label));
}

/** The present alias and note of a referral. */
export function useLabel(
  referral: Pick<Referral, "id" | "alias" | "note">,
): Pick<ReferralLabel, "alias" | "note"> {
  return useStore(saved).get(referral.id) ?? referral;
}
