import type { Text } from "#components/i18n/message-types.ts";
import type english from "./messages/en.ts";

/** The texts of the consent page, passed down as a prop because the page is rendered on the server. */
export type ConsentText = Text<typeof english>;
