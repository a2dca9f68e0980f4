import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { TransfersPage } from "#components/trading/account/history-pages.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("transfers");
}

/** Deposits and withdrawals. */
export default function Page() {
  return <TransfersPage />;
}
