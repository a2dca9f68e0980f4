import { ApprovalPage } from "#components/assistants/approvals/approval-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/approvals/[id]");

type ApprovalProps = { params: Promise<{ id: string }> };

/** A proposed order and the user's decision. */
export default async function Approval({ params }: ApprovalProps) {
  const { id } = await params;
  return <ApprovalPage key={id} id={id} />;
}
