"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Nearness } from "./liquidation-nearness.ts";

export const NEARNESS_TONE: Readonly<Record<Nearness, string>> = {
  calm: "",
  caution: "text-warn",
  danger: "font-semibold text-bad",
};

/** The same information as the colour, for those who do not see it. */
export function NearnessWord({ nearness }: { nearness: Nearness }) {
  const text = useText("account");
  return nearness === "calm" ? null : <span className="sr-only"> {text(nearness)}</span>;
}
