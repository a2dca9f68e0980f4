import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { KeysPage } from "#components/account/pages/keys-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("tradingKeys");
}

/** The keys that may sign orders for the account, and how to revoke them. */
export default function Page() {
  return <KeysPage />;
}
