"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { EARLY_PRESS } from "#components/ui/early-press.ts";

/**
 * Sets light or dark theme on the root element before the first paint, and records presses that come before the page's
 * code.
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
        // Browsers hide the nonce from scripts: the client would render another value than the server.
        nonce={typeof window === "undefined" ? nonce : ""}
        // oxlint-disable-next-line react/no-danger -- a constant script, without anything of the request
        dangerouslySetInnerHTML={{ __html: EARLY_PRESS }}
      />
      {children}
    </ThemeProvider>
  );
}
