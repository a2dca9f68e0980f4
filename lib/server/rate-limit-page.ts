/** The page for browsers whose address is over its limit of pages: no script and no subresources. */
import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Quota } from "#lib/platform/http/quota.ts";
import { pageHeaders } from "#lib/platform/http/security-headers.ts";

type Texts = { title: string; wait: (seconds: number) => string; again: string };

/** Not among the messages of a feature, because the limit applies before anything that renders those. */
const TEXTS = {
  en: {
    title: "Too many pages at once",
    wait: (seconds) =>
      `This network address has requested more pages than the service allows in a minute. Try again in ${seconds} s. Orders and positions are not affected.`,
    again: "Try again",
  },
  de: {
    title: "Zu viele Seiten auf einmal",
    wait: (seconds) =>
      `Von dieser Netzwerkadresse wurden mehr Seiten abgerufen, als der Dienst in einer Minute ausgibt. In ${seconds} s geht es weiter. Orders und Positionen sind nicht betroffen.`,
    again: "Erneut versuchen",
  },
  ar: {
    title: "صفحات كثيرة في وقت واحد",
    wait: (seconds) =>
      `طُلبت من عنوان الشبكة هذا صفحات أكثر مما تقدمه الخدمة في دقيقة واحدة. يمكنك المتابعة بعد ${seconds} ثانية. لم تتأثر الأوامر والمراكز.`,
    again: "حاول مرة أخرى",
  },
} as const satisfies Record<string, Texts>;

export type PageLanguage = keyof typeof TEXTS;

const STYLE =
  "body{margin:15vh auto;max-width:32rem;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}a{display:inline-block;padding:.6rem 0}";

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Answers 429 as a page in `language`. `path` is the requested one. */
export function answerRateLimitPage(
  response: ServerResponse,
  { quota, path, language }: { quota: Quota; path: string; language: PageLanguage },
): void {
  const { title, wait, again } = TEXTS[language];
  const html = `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style>
<main><h1>${title}</h1><p>${wait(quota.resetSeconds)}</p><a href="">${again}</a></main>
</html>
`;
  response.writeHead(429, {
    ...pageHeaders(path),
    "Retry-After": quota.resetSeconds,
    "Content-Security-Policy": POLICY,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(html),
    "Cache-Control": "no-store",
    Connection: "close",
  });
  response.end(html);
}
