/** Checks what the trading page makes a browser load first: its scripts, gzipped. */
import { gzipSync } from "node:zlib";
import { runningStack } from "./running-stack.ts";

const PAGE = "/trade/BTCUSDC";
const LIMIT_KB = 270;

/** Addresses of the scripts that a modern browser loads for this HTML: script tags and preloads. */
function scriptsOf(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const found = tags
    // Only browsers without modules load these.
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /(?:src|href)="([^"]+\.js(?:\?[^"]*)?)"/.exec(tag)?.[1] ?? []);
  return [...new Set(found)];
}

const { endpoints } = runningStack();
const html = await (await fetch(`${endpoints.app}${PAGE}`)).text();
const scripts = scriptsOf(html);
let total = 0;
for (const script of scripts) {
  const response = await fetch(new URL(script, endpoints.app));
  if (!response.ok) throw new Error(`${script}: ${response.status}`);
  total += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
}
const kilobytes = Math.round(total / 1024);
console.log(`${PAGE}: ${scripts.length} scripts, ${kilobytes} KB gzipped (limit ${LIMIT_KB} KB)`);
process.exit(scripts.length > 0 && kilobytes <= LIMIT_KB ? 0 : 1);
