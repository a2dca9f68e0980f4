import { ApprovalsPage } from "#components/assistants/approvals/approvals-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/approvals");

/** The account's proposed orders. */
export default function Approvals() {
  return <ApprovalsPage />;
}
