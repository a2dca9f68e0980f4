import { AssistantPage } from "#components/assistants/notes/assistant-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/settings/assistant");

/** The user's notes for assistants. */
export default function Assistant() {
  return (
    <RequestTexts of="assistantNotes">
      <AssistantPage />
    </RequestTexts>
  );
}
