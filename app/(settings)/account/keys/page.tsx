import { KeysPage } from "#components/machines/venue-keys/keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/account/keys");

/** The account's keys at the venue. */
export default function Keys() {
  return (
    <RequestTexts of="venueKeys">
      <KeysPage />
    </RequestTexts>
  );
}
