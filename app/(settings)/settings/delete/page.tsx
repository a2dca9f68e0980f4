import type { Metadata } from "next";
import { DeletePage } from "#components/identity/delete-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("deleteAccount");
}

export default function Page() {
  return <DeletePage />;
}
