import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type english from "#components/trading/messages/en/chart-layouts.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    chartLayouts: typeof english;
  }
}

export const { LazyTexts: LayoutTexts } = lazyTexts("chartLayouts", {
  en: () => import("#components/trading/messages/en/chart-layouts.ts"),
  de: () => import("#components/trading/messages/de/chart-layouts.ts"),
  ar: () => import("#components/trading/messages/ar/chart-layouts.ts"),
});
