"use client";

import { useTheme } from "next-themes";
import { type Command, useCommands } from "#components/frame/commands/command-registry.ts";
import { usePageCommands } from "#components/frame/commands/use-page-commands.ts";
import { setAppearance } from "#components/frame/preferences/use-appearance.ts";
import { useSetLocale } from "#components/frame/preferences/use-set-locale.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LOCALE_NAMES, LOCALES } from "#components/i18n/locales.ts";
import { LAYOUTS } from "#components/trading/screen/view/view.ts";
import { useViewState, viewLink } from "#components/trading/screen/view/view-state.tsx";
import { copyText } from "#components/ui/copy-text.ts";

/** Commands of the page: layouts, a link to this view, theme, colours and language. */
export function useShellCommands(): void {
  useCommands([
    ...useViewCommands(),
    ...useAppearanceCommands(),
    ...useLanguageCommands(),
    ...usePageCommands(),
  ]);
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
  const preferencesText = useText("preferences");
  const { setTheme } = useTheme();
  const theme = (["system", "dark", "light"] as const).map((one): Command => {
    const title = text("setTheme", { theme: preferencesText(one) });
    return { id: `view.theme.${one}`, section: "view", title, run: () => setTheme(one) };
  });
  return [
    ...theme,
    {
      id: "view.palette.default",
      section: "view",
      title: text("setPalette", { palette: preferencesText("paletteDefault") }),
      run: () => setAppearance({ palette: "default" }),
    },
    {
      id: "view.palette.colour-blind",
      section: "view",
      title: text("setPalette", { palette: preferencesText("paletteColourBlind") }),
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
