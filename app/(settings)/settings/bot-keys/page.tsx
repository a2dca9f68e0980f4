import { BotKeysPage } from "#components/machines/bot-keys/bot-keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/settings/bot-keys");

/** The account's bot keys. */
export default function BotKeys() {
  return (
    <RequestTexts of={["assistantControls", "botKeys", "keys", "sessions"]}>
      <BotKeysPage />
    </RequestTexts>
  );
}
