import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { FeesPage } from "#components/trading/account/pages/fees-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("fees");
}

/** The fee rates and the paid fees. */
export default function Page() {
  return <FeesPage />;
}
