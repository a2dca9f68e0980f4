/** Types of all messages by feature. Types only: the texts themselves come with the page. */
import type { Translation } from "#components/i18n/message-types.ts";
import type { english } from "./en.ts";

/** The English source, from which keys and parameters are typed. */
export type Sources = typeof english;

/** All texts of one language. */
export type Messages = { readonly [Feature in keyof Sources]: Translation<Sources[Feature]> };
