import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";

/** Gives the pages of catalysts their texts. */
export default function CatalystsLayout({ children }: { children: ReactNode }) {
  return (
    <RequestTexts of="catalysts">
      <RequestTexts of="pictures">{children}</RequestTexts>
    </RequestTexts>
  );
}
