import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type english from "#components/trading/messages/en/prepared-order.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    preparedOrder: typeof english;
  }
}

export const { load: loadPreparedTexts, LazyTexts: PreparedTexts } = lazyTexts("preparedOrder", {
  en: () => import("#components/trading/messages/en/prepared-order.ts"),
  de: () => import("#components/trading/messages/de/prepared-order.ts"),
  ar: () => import("#components/trading/messages/ar/prepared-order.ts"),
});
