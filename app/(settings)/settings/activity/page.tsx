import type { Metadata } from "next";
import { ActivityPage } from "#components/identity/activity/activity-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/activity");
}

export default function Page() {
  return (
    <RequestTexts of="activity">
      <ActivityPage />
    </RequestTexts>
  );
}
