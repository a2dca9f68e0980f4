import type { Metadata } from "next";
import { SessionsPage } from "#components/identity/sessions/sessions-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/sessions");
}

export default function Page() {
  return <SessionsPage />;
}
