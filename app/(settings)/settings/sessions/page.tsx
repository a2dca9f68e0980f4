import type { Metadata } from "next";
import { SessionsPage } from "#components/identity/sessions/sessions-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/sessions");
}

export default function Page() {
  return (
    <RequestTexts of="sessions">
      <SessionsPage />
    </RequestTexts>
  );
}
