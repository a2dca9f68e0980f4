/** Checks what the first visit of the trading page loads: all its scripts, chart included, gzipped. */
import { measureScripts } from "./page-scripts.ts";
import { runningStack } from "./running-stack.ts";

const PAGE = "/trade/BTCUSDC";
const LIMIT_KB = 270;

const { count, bytes } = await measureScripts(`${runningStack().endpoints.app}${PAGE}`);
const kilobytes = Math.round(bytes / 1024);
console.log(`${PAGE}: ${count} scripts, ${kilobytes} KB gzipped (limit ${LIMIT_KB} KB)`);
process.exit(count > 0 && kilobytes <= LIMIT_KB ? 0 : 1);
