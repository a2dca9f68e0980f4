import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { prepareTrader, botOf, installConnectedWallet } from "#e2e/support/trader.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { newPersona, fund } from "#e2e/support/test.ts";
const endpoints = JSON.parse(readFileSync(process.argv[2] + "/endpoints.json", "utf8"));
const out = process.argv[3]!;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const persona = newPersona();
async function ctx(w: number, h: number, dark: boolean, locale = "en") {
  const c = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: dark ? "dark" : "light", locale, timezoneId: "Europe/Berlin" });
  await c.addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
  return c;
}
const log = (p: any) => { p.on("console", (m: any) => m.type() === "error" && console.log("console:", m.text().slice(0, 200))); p.on("pageerror", (e: any) => console.log("pageerror", e.message)); };
{
  const c = await ctx(1440, 900, true); const never = newPersona();
  await signInByWallet(c, endpoints, never);
  const p = await c.newPage(); log(p);
  await p.goto(endpoints.app + "/account"); await p.waitForTimeout(4000);
  await p.screenshot({ path: out + "/never-1440-dark.png", fullPage: true });
  const r = await p.request.get("/api/venue/accounts"); console.log("never accounts", r.status(), (await r.text()).slice(0, 200));
  await fund(endpoints, never.address, "2500");
  await p.reload(); await p.waitForTimeout(4000);
  await p.screenshot({ path: out + "/funded-not-enabled.png", fullPage: true });
  await c.close();
}
const c = await ctx(1440, 900, true);
await prepareTrader(c, endpoints, { persona });
const bot = botOf(endpoints, persona.seed);
for (const [market, side, size] of [["BTCUSDC", "BUY", "0.05"], ["ETHUSDC", "SELL", "1"], ["BTCUSDC", "SELL", "0.02"]] as const)
  try { await bot.place({ market, side, size, price: null, order_type: "MARKET", time_in_force: "IOC", flags: 0, trigger_price: null, trigger_source: null } as any); } catch (e) { console.log("place", String(e)); }
await new Promise((r) => setTimeout(r, 3000));
const answer = await (await (await c.newPage()).request.get(endpoints.app + "/api/venue/portfolio?period=week")).json();
console.log(JSON.stringify({ ...answer, points: answer.points?.length }));
const to = Date.now(); const n = 240; let pnl = 0; let seed = 7;
const rnd = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.48;
const points = Array.from({ length: n }, (_, i) => { pnl += rnd() * 120; const d = i > 100 ? 3000 : 0; return { time: to - (n - 1 - i) * 3 * 3600e3, equity: (10000 + d + pnl).toFixed(2), net_deposits: String(d), pnl: pnl.toFixed(2) }; });
const rich = { ...answer, period: "month", from: points[0]!.time, to, start_equity: "10000", equity: points.at(-1)!.equity, net_deposits: "3000", pnl: points.at(-1)!.pnl, pnl_rate: (pnl / 13000).toFixed(6), max_drawdown: "612.44", max_drawdown_rate: "0.051200", volume: "1284211.5", points };
async function shoot(name: string, cc: any, { mock = true, path = "/account", act }: any = {}) {
  const p = await cc.newPage(); log(p);
  if (mock) await p.route("**/api/venue/portfolio?*", (r: any) => r.fulfill({ json: rich }));
  await p.goto(endpoints.app + path); await p.waitForTimeout(3500);
  if (act) { await act(p); await p.waitForTimeout(1200); }
  await p.screenshot({ path: `${out}/${name}.png`, fullPage: true });
  const over = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth); console.log(name, "overflow", over);
  await p.close();
}
await shoot("real-1440-dark", c, { mock: false });
await shoot("rich-1440-dark", c);
await shoot("rich-1440-dark-pnl-hover", c, { act: async (p: any) => { await p.getByRole("radio", { name: "PnL" }).check({ force: true }); await p.waitForTimeout(500); await p.locator(".recharts-wrapper").first().hover({ position: { x: 500, y: 120 } }); } });
await shoot("table-1440-dark", c, { act: async (p: any) => { await p.getByRole("radio", { name: "Table" }).check({ force: true }); } });
await shoot("fees-1440-dark", c, { mock: false, path: "/account/fees" });
for (const [w, dark, locale] of [[390, true, "en"], [1024, false, "de"], [1440, false, "ar"], [390, false, "ar"]] as const) {
  const cc = await ctx(w, 844, dark, locale);
  await cc.addCookies(await c.cookies()); await cc.addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
  await shoot(`rich-${w}-${dark ? "dark" : "light"}-${locale}`, cc); await cc.close();
}
{
  const p = await c.newPage(); await p.route("**/api/venue/portfolio?*", (r: any) => r.fulfill({ status: 503, json: { error: "VENUE_UNREACHABLE", message: "No." } }));
  await p.goto(endpoints.app + "/account"); await p.waitForTimeout(3500); await p.screenshot({ path: out + "/error.png" });
}
await browser.close();
