/** The fonts of every page, served by this host; app/fonts/README.md says how they are made. */
import localFont from "next/font/local";

/**
 * `optional` never exchanges the font of a text that is already drawn: the file is preloaded, and on a connection too slow
 * for that the first page keeps the fallback of app/globals.css.
 */
const geist = localFont({
  src: "./fonts/geist.woff2",
  weight: "400 700",
  display: "optional",
  variable: "--font-geist",
  adjustFontFallback: false,
});

/** Few pages need it. Its characters are as wide as those of most fixed fonts, so the exchange moves nothing. */
const geistMono = localFont({
  src: "./fonts/geist-mono.woff2",
  weight: "400 600",
  display: "swap",
  preload: false,
  variable: "--font-geist-mono",
  adjustFontFallback: false,
});

export const fontVariables = `${geist.variable} ${geistMono.variable}`;
