import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { BuyButton } from "#components/swaps/buy/buy-button.tsx";
import { TransfersPage } from "#components/trading/account/history-pages.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("transfers");
}

/** Deposits, withdrawals and purchases. */
export default function Page() {
  return <TransfersPage more={<BuyButton className="pointer-coarse:min-h-11" />} />;
}
