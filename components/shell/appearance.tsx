"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark or the system's choice; the class is on the root element before the first paint. */
export function Appearance({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      {children}
    </ThemeProvider>
  );
}
