import type { Metadata } from "next";
import { ConnectedAppsPage } from "#components/assistants/apps/connected-apps-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/connected-apps");
}

/** Apps and assistants that act for the signed-in user. */
export default function Page() {
  return (
    <RequestTexts of={["assistantControls", "connectedApps", "consent", "keys", "sessions"]}>
      <ConnectedAppsPage />
    </RequestTexts>
  );
}
