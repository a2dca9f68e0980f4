import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type english from "#components/swaps/messages/en/buy.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    buy: typeof english;
  }
}

export const { LazyTexts: BuyTexts } = lazyTexts("buy", {
  en: () => import("#components/swaps/messages/en/buy.ts"),
  de: () => import("#components/swaps/messages/de/buy.ts"),
  ar: () => import("#components/swaps/messages/ar/buy.ts"),
});
