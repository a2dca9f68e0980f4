/** The sentence for a failed request, in the page's language. In the browser only. */

import { clientText } from "#components/i18n/client-text.ts";
import { errorText, isPageFault } from "./errors/error-text.ts";
import type { Failure } from "./http.ts";

/** The texts of this folder by any key. */
type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;
type Failed = Pick<Failure, "code" | "message" | "status">;

/** Codes that only the venue and the chain answer read as on the trading page. */
export function failureText(failure: Failed): string {
  // The keys come from answers, which the compiler does not know.
  const own = ownText(clientText("settingsFrame") as Texts, failure);
  return own ?? errorText(failure.code, failure.message);
}

/** The sentence for a failure that any endpoint can answer, so it says nothing of the venue; `undefined` for any other. */
export function ownText(text: Texts, { code, message, status }: Failed): string | undefined {
  const key = `error_${code}`;
  const [seconds] = /\d+(?= s\b)/.exec(message) ?? [];
  if (code === "RATE_LIMITED" && seconds !== undefined)
    return text("error_RATE_LIMITED_seconds", { seconds });
  const sentence = text(key, { message });
  if (sentence !== key) return sentence;
  if (status >= 500) return text("error_INTERNAL");
  return isPageFault(code) ? text("error_PAGE_FAULT", { code }) : undefined;
}
