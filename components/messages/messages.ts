/** Merges the messages of all features into the types of `components/i18n`. The texts themselves come with the page. */
import type { english } from "./en.ts";

type English = typeof english;

declare module "#components/i18n/sources.ts" {
  interface Sources extends English {}
}
