/** The pages of the simulated parties: plain HTML without scripts, in the reader's light or dark theme. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

const STYLE = `
:root { color-scheme: light dark; --canvas: #e9ecef; --surface: #fff; --line: #c3cad2; --ink: #14191f;
  --muted: #4b5663; --accent: #1d5bd0; --accent-ink: #fff; --bad: #bf2b3b; --tag: #fdf3dc; --tag-ink: #805300; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #07090b; --surface: #0f1216; --line: #343c46; --ink: #e4e8ec; --muted: #a3adb8;
    --accent: #7fb0ff; --accent-ink: #07090b; --bad: #f2707b; --tag: #2a2213; --tag-ink: #e3b65b; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--canvas); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; }
main.narrow { max-width: 26rem; margin-top: 8vh; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem;
  margin-bottom: 1rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: .75rem 0; }
h2 { font-size: 1.0625rem; line-height: 1.4; margin: 0; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.tag { display: inline-block; margin: 0; padding: .125rem .625rem; border-radius: 1rem; background: var(--tag);
  color: var(--tag-ink); font-size: .875rem; font-weight: 600; }
.muted { color: var(--muted); font-size: .875rem; }
.bad { color: var(--bad); }
label { display: block; margin-top: 1rem; font-weight: 600; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .75rem; font: inherit;
  font-weight: 400; color: inherit; background: var(--canvas); border: 1px solid var(--muted); border-radius: .375rem; }
button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem;
  padding: .5rem 1.25rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: .375rem;
  background: var(--accent); color: var(--accent-ink); text-decoration: none; cursor: pointer; }
.quiet { background: transparent; color: var(--ink); border-color: var(--muted); }
.row { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.row > button { flex: 1 1 9rem; }
.filter { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.filter label { flex: 1 1 16rem; margin-top: .5rem; }
.chips { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.chips a, .more, .muted a { display: inline-flex; align-items: center; min-height: 2.75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin: .5rem 0; color: var(--muted);
  font-size: .875rem; }
dd { margin: 0; }
pre { margin: .75rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 60vh; margin-top: .75rem; border: 1px solid var(--line); border-radius: .375rem;
  background: #fff; color-scheme: light; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

export type Page = {
  title: string;
  /** Markup; text from elsewhere went through `escapeHtml`. */
  body: string;
  /** Seconds after which the page reloads. */
  refreshSeconds?: number;
  /** Origins besides this one to which its form, or the redirect that answers the form, may go. */
  formTargets?: readonly string[];
  /** A frame within the page inherits the page's policy: true lets what it shows bring styles and inline images. */
  framesStyled?: boolean;
};

/** Text as HTML text, or as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  const { title, body, refreshSeconds, formTargets = [], framesStyled = false } = page;
  const refresh =
    refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${framesStyled ? "'unsafe-inline'" : STYLE_HASH}`,
    "img-src data:",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(html),
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  response.end(html);
}
