/**
 * Plain HTML pages for browsers on their way to or from an app: no scripts and no subresources, so that neither their text nor
 * their links reach a third party.
 */
import { hash } from "node:crypto";
import { wantedLanguages } from "#lib/protocol/accept-language.ts";

export const PAGE_LANGUAGES = ["en", "de", "ar"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

export type PlainPage = {
  /** In the head, as HTML. */
  head?: string;
  /** As text. */
  title: string;
  /** HTML behind the title. Every text that is not a literal of ours must pass through `escaped`. */
  main: string;
  tone: "good" | "warn";
};

const STYLE = `:root{color-scheme:light dark;--canvas:#f1f3f6;--surface:#fff;--line:#c3cad2;--ink:#14191f;--muted:#4b5663;--accent:#5540cb;--warn:#805300;--good:#0f7a4f;--button:#5540cb}
@media(prefers-color-scheme:dark){:root{--canvas:#0b0e11;--surface:#11151a;--line:#343c46;--ink:#e4e8ec;--muted:#a3adb8;--accent:#a59bff;--warn:#e3b65b;--good:#4cc38a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:1.5rem;padding:min(12vh,6rem) 1rem 2rem;background:var(--canvas);color:var(--ink);font:1rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
header{display:flex;align-items:center;gap:.4rem;font-weight:600;font-size:1.15rem;letter-spacing:-.02em}
header path:last-child{stroke:var(--accent)}
main{width:100%;max-width:30rem;padding:1.75rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 .75rem;font-size:1.35rem;line-height:1.3}
h1::before{content:"";display:block;width:2.5rem;height:4px;margin-bottom:1rem;border-radius:2px;background:var(--warn)}
p{margin:0 0 .75rem}
.quiet{color:var(--muted)}
details{margin:1rem 0 .5rem;font-size:.875rem;color:var(--muted)}
summary{cursor:pointer;padding:.5rem 0}
code{display:block;overflow-wrap:anywhere;padding:.6rem .75rem;border:1px solid var(--line);border-radius:6px;color:var(--ink);font:.85rem/1.5 ui-monospace,SFMono-Regular,Consolas,"Liberation Mono",monospace;text-align:left}
a{display:inline-block;padding:.6rem 0;color:var(--accent)}
p,h1,a{overflow-wrap:anywhere}
.good h1::before{background:var(--good)}
.button{display:block;width:fit-content;max-width:100%;margin:1.25rem 0;padding:.65rem 1.5rem;border-radius:6px;background:var(--button);color:#fff;border:0;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button.other{border:1px solid var(--line);background:none;color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** The product's sign, as `BrandMark` draws it. */
const SIGN =
  '<svg aria-hidden="true" width="20" height="20" viewBox="1.5 1.5 21 21" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"><path d="M4 19h9.5a5 5 0 0 0 0-10"/><path d="M20 5h-9.5a5 5 0 0 0 0 10"/></svg>';

const policy = (formTarget: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
    "base-uri 'none'",
    `form-action ${formTarget}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** Headers of these pages. */
export const PLAIN_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy("'none'"),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** The same for a page with a form, which posts to this origin. */
export const PLAIN_FORM_HEADERS = {
  ...PLAIN_HEADERS,
  "content-security-policy": policy("'self'"),
} as const;

export function plainPage({ head = "", title, main, tone }: PlainPage, language: PageLanguage) {
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${head}<title>${escaped(title)} · svc</title><style>${STYLE}</style></head>
<body><header>${SIGN}svc</header>
<main class="${tone}"><h1>${escaped(title)}</h1>${main}</main></body>
</html>
`;
}

/** The user's choice in the cookie, else the browser's preferred supported language, else English. */
export function pageLanguage(request: {
  cookie: string | null | undefined;
  acceptLanguage: string | null | undefined;
}): PageLanguage {
  const chosen = /(?:^|;\s*)svc\.locale=(en|de|ar)(?:;|$)/.exec(request.cookie ?? "")?.[1];
  if (isLanguage(chosen)) return chosen;
  return wantedLanguages(request.acceptLanguage).find(isLanguage) ?? "en";
}

function isLanguage(text: string | undefined): text is PageLanguage {
  return PAGE_LANGUAGES.some((one) => one === text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/** `text` as HTML with a foreign name in place of `{name}`, escaped and isolated in its own text direction. */
export function named(text: string, name: string): string {
  return escaped(text).replaceAll("{name}", () => `<bdi>${escaped(name)}</bdi>`);
}
