import { BotKeysPage } from "#components/machines/bot-keys/bot-keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("botKeys");

/** The bot keys of the account: what they are, the list, and a new one. */
export default function BotKeys() {
  return <BotKeysPage />;
}
