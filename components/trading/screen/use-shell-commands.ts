"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type Command, useCommands } from "#components/frame/commands/registry.ts";
import { setAppearance } from "#components/frame/preferences/use-appearance.ts";
import { useSetLocale } from "#components/frame/preferences/use-set-locale.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LOCALE_NAMES, LOCALES } from "#components/i18n/locales.ts";
import { LAYOUTS } from "#components/trading/view/view.ts";
import { useViewState, viewLink } from "#components/trading/view/view-state.tsx";
import { copyText } from "#components/ui/copy-text.ts";

/** Commands of the page: layouts, a link to this view, theme, colours and language. */
export function useShellCommands(): void {
  useCommands([
    ...useViewCommands(),
    ...useAppearanceCommands(),
    ...useLanguageCommands(),
    ...useSettingsCommands(),
  ]);
}

const SETTINGS_PAGES = [
  ["settings", "/settings", "goSettings"],
  ["sessions", "/settings/sessions", "goSessions"],
  ["activity", "/settings/activity", "goActivity"],
] as const;

function useSettingsCommands(): Command[] {
  const text = useText("shell");
  const router = useRouter();
  return SETTINGS_PAGES.map(([id, href, title]) => ({
    id: `account.${id}`,
    section: "account",
    title: text(title),
    keywords: "login e-mail security",
    run: () => router.push(href as Route),
  }));
}

function useViewCommands(): Command[] {
  const text = useText("shell");
  const { set, ...view } = useViewState();
  const next = LAYOUTS[(LAYOUTS.indexOf(view.layout) + 1) % LAYOUTS.length] ?? "standard";
  return [
    {
      id: "view.next-layout",
      section: "view",
      title: text("nextLayout"),
      keys: "v",
      run: () => set({ layout: next }),
    },
    ...LAYOUTS.map((layout): Command => {
      const title = text("useLayout", { layout: text(layout) });
      return {
        id: `view.layout.${layout}`,
        section: "view",
        title,
        run: () => set({ layout }),
      };
    }),
    {
      id: "view.copy-link",
      section: "view",
      title: text("copyLink"),
      keywords: "url share",
      run: () => void copyText(viewLink(view), text("linkCopied")),
    },
  ];
}

function useAppearanceCommands(): Command[] {
  const text = useText("shell");
  const words = useText("preferences");
  const { setTheme } = useTheme();
  const theme = (["system", "dark", "light"] as const).map((one): Command => {
    const title = text("setTheme", { theme: words(one) });
    return { id: `view.theme.${one}`, section: "view", title, run: () => setTheme(one) };
  });
  return [
    ...theme,
    {
      id: "view.palette.default",
      section: "view",
      title: text("setPalette", { palette: words("paletteDefault") }),
      run: () => setAppearance({ palette: "default" }),
    },
    {
      id: "view.palette.colour-blind",
      section: "view",
      title: text("setPalette", { palette: words("paletteColourBlind") }),
      run: () => setAppearance({ palette: "colour-blind" }),
    },
  ];
}

function useLanguageCommands(): Command[] {
  const text = useText("shell");
  const setLocale = useSetLocale();
  return LOCALES.map((locale) => ({
    id: `view.language.${locale}`,
    section: "view",
    title: text("setLanguage", { language: LOCALE_NAMES[locale] }),
    // People who cannot read the page's language search for their own in English.
    keywords: `language ${locale}`,
    run: () => setLocale(locale),
  }));
}
