import { BotKeysPage } from "#components/machines/bot-keys/bot-keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/settings/bot-keys");

/** The account's bot keys. */
export default function BotKeys() {
  return <BotKeysPage />;
}
