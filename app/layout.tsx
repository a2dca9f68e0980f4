import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { readAppearance } from "#components/frame/preferences/appearance.ts";
import { ShownZone } from "#components/frame/preferences/shown-zone.tsx";
import { Appearance } from "#components/frame/preferences/theme-provider.tsx";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { loadMessages } from "#components/messages/load-messages.ts";
import { requestText } from "#components/messages/request-text.ts";
import { fontVariables } from "./_fonts.ts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const text = await requestText("shell");
  return { title: { default: "svc", template: "%s · svc" }, description: text("description") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#11151a" },
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
  ],
};

/** The request header with the content-security-policy nonce that the proxy sets. */
const NONCE_HEADER = "x-nonce";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, cookieStore, locale] = await Promise.all([
    headers(),
    cookies(),
    requestLocale(),
  ]);
  const nonce = requestHeaders.get(NONCE_HEADER) ?? "";
  const { palette, up, motion } = readAppearance((name) => cookieStore.get(name)?.value);
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={fontVariables}
      data-palette={palette}
      data-up={up}
      data-motion={motion}
      suppressHydrationWarning
    >
      <body>
        <I18nProvider locale={locale} messages={await loadMessages(locale)}>
          <Appearance nonce={nonce}>
            <ShownZone>{children}</ShownZone>
          </Appearance>
        </I18nProvider>
      </body>
    </html>
  );
}
