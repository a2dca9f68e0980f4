/** For tests without a page that compare what people read. */
import { afterAll, beforeAll, vi } from "vitest";
import { everyPage as english } from "#components/messages/en.ts";
import { setClientLanguage } from "./client-text.ts";
import { formatIn } from "./format.ts";
import { textOf } from "./translate.ts";

/** The tests of this file read English; the next file of the process reads keys again. */
export function readEnglish(): void {
  beforeAll(() => {
    vi.stubGlobal("window", globalThis);
    const named = Object.entries(english).map(([feature, file]) => [feature, textOf(file, "en")]);
    setClientLanguage({ format: formatIn("en"), texts: Object.fromEntries(named) as never });
  });
  afterAll(() => {
    setClientLanguage(undefined);
    vi.unstubAllGlobals();
  });
}
