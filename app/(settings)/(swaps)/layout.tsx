import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";

/** Loads the texts of the swap pages. */
export default function SwapsLayout({ children }: { children: ReactNode }) {
  return <RequestTexts of="swaps">{children}</RequestTexts>;
}
