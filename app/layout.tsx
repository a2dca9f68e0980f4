import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Appearance } from "#components/shell/appearance.tsx";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "svc", template: "%s · svc" },
  description: "Non-custodial perpetual futures. Orders are signed by your own wallet.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0f1216" },
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
  ],
};

/** Name of the request header in which the proxy hands its content-security-policy nonce to the page. */
const NONCE_HEADER = "x-nonce";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? "";
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <Appearance nonce={nonce}>{children}</Appearance>
      </body>
    </html>
  );
}
