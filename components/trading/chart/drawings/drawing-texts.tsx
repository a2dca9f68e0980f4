import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import type english from "#components/trading/messages/en/drawings.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    drawings: typeof english;
  }
}

export type DrawingText = FeatureText<"drawings">;

export const { LazyTexts: DrawingTexts } = lazyTexts("drawings", {
  en: () => import("#components/trading/messages/en/drawings.ts"),
  de: () => import("#components/trading/messages/de/drawings.ts"),
  ar: () => import("#components/trading/messages/ar/drawings.ts"),
});
