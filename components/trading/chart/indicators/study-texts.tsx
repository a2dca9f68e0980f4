import { lazyTexts } from "#components/i18n/lazy-texts.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import type english from "#components/trading/messages/en/studies.ts";

declare module "#components/i18n/sources.ts" {
  interface PageSources {
    studies: typeof english;
  }
}

export type StudyText = FeatureText<"studies">;

export const { LazyTexts: StudyTexts } = lazyTexts("studies", {
  en: () => import("#components/trading/messages/en/studies.ts"),
  de: () => import("#components/trading/messages/de/studies.ts"),
  ar: () => import("#components/trading/messages/ar/studies.ts"),
});
