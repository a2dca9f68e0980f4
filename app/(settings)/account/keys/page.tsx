import { KeysPage } from "#components/machines/venue-keys/keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/account/keys");

/** The account's keys at the venue. */
export default function Keys() {
  return <KeysPage />;
}
