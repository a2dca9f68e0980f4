import { AssistantPage } from "#components/assistants/notes/assistant-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/settings/assistant");

/** The user's notes for assistants. */
export default function Assistant() {
  return <AssistantPage />;
}
