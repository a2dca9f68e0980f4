import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { FillsPage } from "#components/trading/account/history-pages.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("fills");
}

/** Every fill of a period, with its totals. */
export default function Page() {
  return <FillsPage />;
}
