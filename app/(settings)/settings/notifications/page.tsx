import { requestLocale } from "#components/i18n/request-locale.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { pushMessages } from "#components/pushes/load-messages.ts";
import { NotificationsPage } from "#components/pushes/page/notifications-page.tsx";
import { PushPageTexts } from "#components/pushes/texts.tsx";
import { pushTexts } from "#lib/protocol/push-texts/load.ts";

export const generateMetadata = () => pageTitle("/settings/notifications");

/** Notification settings: which kinds the user gets, and in which browsers. */
export default async function Page() {
  const locale = await requestLocale();
  const [messages, { kinds }] = await Promise.all([pushMessages(locale), pushTexts(locale)]);
  return (
    <PushPageTexts messages={messages}>
      <NotificationsPage kinds={kinds} />
    </PushPageTexts>
  );
}
