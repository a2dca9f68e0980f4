import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { FillsPage } from "#components/trading/account/pages/fills-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("fills");
}

/** The fills of a period with totals. */
export default function Page() {
  return <FillsPage />;
}
