/** The sentence for a failed request, in the page's language. In the browser only. */

import { clientText } from "#components/i18n/client-text.ts";
import { errorText } from "./errors/error-text.ts";
import type { Failure } from "./http.ts";

/** The texts of this folder by any key. */
type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Codes without a text in this folder read as on the trading page. */
export function failureText({
  code,
  message,
  status,
}: Pick<Failure, "code" | "message" | "status">): string {
  // The keys come from answers, which the compiler does not know.
  const text = clientText("settingsFrame") as Texts;
  const key = `error_${code}`;
  const [seconds] = /\d+(?= s\b)/.exec(message) ?? [];
  if (code === "RATE_LIMITED" && seconds !== undefined)
    return text("error_RATE_LIMITED_seconds", { seconds });
  const sentence = text(key);
  if (sentence !== key) return sentence;
  if (status >= 500) return text("error_INTERNAL");
  return errorText(code, message);
}
