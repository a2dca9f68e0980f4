import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type english from "#components/trading/messages/en/price-alerts.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    priceAlerts: typeof english;
  }
}

export const { load: loadAlertTexts, LazyTexts: AlertTexts } = lazyTexts("priceAlerts", {
  en: () => import("#components/trading/messages/en/price-alerts.ts"),
  de: () => import("#components/trading/messages/de/price-alerts.ts"),
  ar: () => import("#components/trading/messages/ar/price-alerts.ts"),
});
