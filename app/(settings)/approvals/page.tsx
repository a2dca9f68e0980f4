import { ApprovalsPage } from "#components/assistants/approvals/approvals-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("approvals");

/** The orders that machines proposed to the account. */
export default function Approvals() {
  return <ApprovalsPage />;
}
