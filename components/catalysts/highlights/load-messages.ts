/**
 * The texts of highlights in one language, with those that they share with the catalysts pages.
 * Server only.
 */
import { catalystMessages } from "#components/catalysts/load-messages.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { CATALYST_TYPES } from "#lib/protocol/enumerations.ts";
import type { HighlightMessages } from "./highlight-texts.tsx";
import type english from "./messages/en.ts";

const LOADERS: Readonly<Record<Locale, () => Promise<Translation<typeof english>>>> = {
  en: async () => (await import("./messages/en.ts")).default,
  de: async () => (await import("./messages/de.ts")).default,
  ar: async () => (await import("./messages/ar.ts")).default,
};

export async function highlightMessages(locale: Locale): Promise<HighlightMessages> {
  const [own, shared] = await Promise.all([LOADERS[locale](), catalystMessages(locale)]);
  const types = CATALYST_TYPES.map((type) => [`type_${type}`, shared[`type_${type}`]]);
  const { simulated, magnitudeOf, loading, firstSeen } = shared;
  const names = Object.fromEntries(types) as Pick<
    typeof shared,
    `type_${(typeof CATALYST_TYPES)[number]}`
  >;
  return { ...own, ...names, simulated, magnitudeOf, loading, firstSeen };
}
