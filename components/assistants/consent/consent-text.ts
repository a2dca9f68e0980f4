import type english from "#components/assistants/messages/en/consent.ts";
import type { Text } from "#components/i18n/message-types.ts";

/** The texts of the consent page, passed down as a prop because the page is rendered on the server. */
export type ConsentText = Text<typeof english>;
