import { AssistantPage } from "#components/assistants/notes/assistant-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("assistantNotes");

/** What the user keeps for assistants to read. */
export default function Assistant() {
  return <AssistantPage />;
}
