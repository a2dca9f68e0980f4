import type { Text } from "#components/i18n/message-types.ts";
import type english from "./messages/en.ts";

/** The texts of the consent page. Pass them down: the page is rendered on the server alone. */
export type ConsentText = Text<typeof english>;
