import type { Metadata } from "next";
import { ProvedPage } from "#components/identity/ways/proved-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("proofTitle");
}

/** Where the provider sends the window back to in which a person proved who is here. */
export default function Page() {
  return <ProvedPage />;
}
