import { requestLocale } from "#components/i18n/request-locale.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { NotificationsPage } from "#components/pushes/page/notifications-page.tsx";
import { pushTexts } from "#lib/protocol/push-texts/load.ts";

export const generateMetadata = () => pageTitle("/settings/notifications");

/** Notification settings: which kinds the user gets, and in which browsers. */
export default async function Page() {
  const { kinds } = await pushTexts(await requestLocale());
  return (
    <RequestTexts of="pushes">
      <NotificationsPage kinds={kinds} />
    </RequestTexts>
  );
}
