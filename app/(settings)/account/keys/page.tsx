import { pageTitle } from "#components/settings-frame/page-title.ts";
import { KeysPage } from "#components/venue-keys/keys-page.tsx";

export const generateMetadata = () => pageTitle("venueKeys");

/** The account's keys at the venue: which there are, what each may do, and how to revoke it. */
export default function Keys() {
  return <KeysPage />;
}
