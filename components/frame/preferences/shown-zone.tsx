"use client";

import { type ReactNode, useMemo } from "react";
import { setClientLanguage } from "#components/i18n/client-text.ts";
import { formatIn } from "#components/i18n/format.ts";
import { LanguageContext, useLanguage } from "#components/i18n/i18n-provider.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { timeZone } from "./time-zone.ts";

/** Gives the page's times the zone that was chosen in this browser. The server does not know it, nor the browser's own. */
export function ShownZone({ children }: { children?: ReactNode }) {
  const zone = useStore(timeZone);
  const language = useLanguage();
  const shown = useMemo(() => {
    const made = { ...language, format: formatIn(language.locale, zone) };
    setClientLanguage(made);
    return made;
  }, [language, zone]);
  return <LanguageContext value={shown}>{children}</LanguageContext>;
}
