"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { LOCALE_COOKIE, type Locale } from "#components/i18n/locales.ts";
import { writeCookie } from "./cookie.ts";

/** Changes the page's language in place, which keeps typed text. */
export function useSetLocale(): (locale: Locale) => void {
  const router = useRouter();
  return useCallback(
    (locale) => {
      writeCookie(LOCALE_COOKIE, locale);
      router.refresh();
    },
    [router],
  );
}
