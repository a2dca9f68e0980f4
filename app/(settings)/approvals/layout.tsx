import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";

/** Loads the texts of the pages of proposed orders. */
export default function ApprovalsLayout({ children }: { children: ReactNode }) {
  return <RequestTexts of="approvals">{children}</RequestTexts>;
}
