import type { Metadata } from "next";
import { ActivityPage } from "#components/identity/activity/activity-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/activity");
}

export default function Page() {
  return <ActivityPage />;
}
