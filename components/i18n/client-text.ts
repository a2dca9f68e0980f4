/**
 * The page's language for code outside of React, in the browser only: a browser page has one language, a server renders
 * several at once.
 */

import { type Format, formatIn } from "./format.ts";
import { DEFAULT_LOCALE } from "./locales.ts";
import type { FeatureText, Sources } from "./sources.ts";
import { textOf } from "./translate.ts";

type Language = {
  format: Format;
  texts: { readonly [Feature in keyof Sources]: FeatureText<Feature> };
};

let language: Language | undefined;

/** `undefined` is for tests, which share a process. */
export function setClientLanguage(next: Language | undefined): void {
  if (typeof window !== "undefined") language = next;
}

/** The texts of one feature. In tests without a page every text is its key. */
export function clientText<Feature extends keyof Sources>(feature: Feature): FeatureText<Feature> {
  return language?.texts[feature] ?? textOf({}, DEFAULT_LOCALE);
}

export function clientFormat(): Format {
  return language?.format ?? formatIn(DEFAULT_LOCALE);
}
