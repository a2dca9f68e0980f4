/** For tests without a page that compare what people read. */
import { afterAll, beforeAll, vi } from "vitest";
import { everyPage as english } from "#components/messages/en.ts";
import { setClientLanguage } from "./client-text.ts";
import { featureText } from "./feature-text.testing.ts";
import { formatIn } from "./format.ts";
import type { Sources } from "./sources.ts";

/** The tests of this file read English; the next file of the process reads keys again. */
export function readEnglish(): void {
  beforeAll(() => {
    vi.stubGlobal("window", globalThis);
    const features = Object.keys(english) as (keyof Sources)[];
    const named = features.map((feature) => [feature, featureText(feature)]);
    setClientLanguage({ format: formatIn("en"), texts: Object.fromEntries(named) as never });
  });
  afterAll(() => {
    setClientLanguage(undefined);
    vi.unstubAllGlobals();
  });
}
