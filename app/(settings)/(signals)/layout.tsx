import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";

/** Gives the pages of signals their texts. */
export default function SignalsLayout({ children }: { children: ReactNode }) {
  return (
    <RequestTexts of="signals">
      <RequestTexts of="pictures">{children}</RequestTexts>
    </RequestTexts>
  );
}
