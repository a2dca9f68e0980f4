import type { Metadata } from "next";
import { SessionsPage } from "#components/sessions/sessions-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("sessions");
}

export default function Page() {
  return <SessionsPage />;
}
