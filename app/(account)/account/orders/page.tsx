import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { OrdersPage } from "#components/trading/account/pages/orders-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("orders");
}

/** The orders of a period. */
export default function Page() {
  return <OrdersPage />;
}
