import type { Metadata } from "next";
import { ActivityPage } from "#components/activity/activity-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("activity");
}

export default function Page() {
  return <ActivityPage />;
}
