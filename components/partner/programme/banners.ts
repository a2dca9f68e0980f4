/** Banners that partners publish, in `public/partner`. */
import type { Locale } from "#components/i18n/locales.ts";

export type Banner = { size: string; file: string; width: number; height: number };

const SIZES = [
  [728, 90],
  [300, 250],
  [160, 600],
] as const;

/** In the language of the page, which is that of the partner's readers. */
export function bannersIn(locale: Locale): Banner[] {
  const suffix = locale === "en" ? "" : `.${locale}`;
  return SIZES.map(([width, height]) => ({
    size: `${width}×${height}`,
    file: `banner-${width}x${height}${suffix}.svg`,
    width,
    height,
  }));
}
