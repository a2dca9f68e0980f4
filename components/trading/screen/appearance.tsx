"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { EARLY_PRESS } from "#components/ui/early-press.ts";

/**
 * Light, dark or the system's choice; the class is on the root element before the first paint. And who keeps a press
 * that comes before the page's code.
 */
export function Appearance({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      <script
        suppressHydrationWarning
        // A browser tells nobody the nonce: the code would find another one than the server wrote.
        nonce={typeof window === "undefined" ? nonce : ""}
        // oxlint-disable-next-line react/no-danger -- a text of our own, without anything of the request
        dangerouslySetInnerHTML={{ __html: EARLY_PRESS }}
      />
      {children}
    </ThemeProvider>
  );
}
