/** The parts of the API by path, in the order in which a reader meets them. */

type Tag = { name: string; description: string };

export const WEBHOOKS = "Webhooks";

/** The first prefix that fits counts. */
const TAGS: readonly [prefix: string, name: string, description: string][] = [
  ["/api/perps-dex", "Market data", "Markets, bars, fills and the stream. No key."],
  ["/api/alerts", "Catalysts", "Events that move prices, the moves, and what was known when."],
  ["/api/public/catalysts", "Catalysts", ""],
  ["/api/public/calendar", "Catalysts", ""],
  ["/api/public/highlights", "Catalysts", ""],
  ["/api/v1/highlights", "Catalysts", ""],
  ["/api/public/moves", "Catalysts", ""],
  ["/api/public/news", "Catalysts", ""],
  ["/api/public/partner", "Partner", ""],
  ["/api/public/signals", "Signals", "Rule-based signals with their full track record."],
  ["/api/public", "Market data", ""],
  ["/api/chain", "Chain", "The vault, reads of its chain, and deposits that a wallet signed."],
  ["/api/bot/v1", "Bot API", "For bots that sign each call with a bot key."],
  ["/api/v1/webhooks", WEBHOOKS, "Events, sent to your address as they are committed."],
  ["/api/v1/swaps", "Swaps", "Swaps that a wallet signed, and the public tape."],
  ["/api/v1/points", "Points", "Points for swaps, and how they are counted."],
  ["/api/v1/onramp", "On-ramp", "USDC for a card payment, at the checkout of a provider."],
  ["/api/v1/mcp/keys", "MCP keys", "Keys of backends and AI clients that act as their owner."],
  ["/api/v1/mcp", "MCP server", "The Model Context Protocol over HTTP: one message in, one out."],
  ["/oauth", "OAuth", "How an app connects to a person's account: OAuth 2.1 with PKCE."],
  ["/.well-known", "OAuth", ""],
  ["/api/v1/bot", "Bot keys", "Keys of bots, made and revoked by their owner."],
  [
    "/api/venue",
    "Trading",
    "Reads of your account, and writes that a wallet or trading key signed.",
  ],
  ["/api/auth", "Sign-in", "Tokens for callers without a cookie."],
  ["/api/v1/partner", "Partner", "Level, referrals, earnings, settlements and the statement."],
  [
    "/api/v1/approvals",
    "Approvals",
    "Orders that a program has proposed, and what their owner decides.",
  ],
  ["/api/v1/assistant", "Assistants", "Notes and preferences that assistants read."],
  [
    "/api/v1/grants",
    "Connected apps",
    "Apps that a person has connected, and how to disconnect them.",
  ],
  [
    "/api/v1/notifications",
    "Notifications",
    "Notices, push preferences and browsers of an account.",
  ],
  ["/api/v1/price-alerts", "Price alerts", "Alerts on the mark price of a market."],
  ["/api/v1/sessions", "Sessions", "Browsers and programs that are signed in."],
  ["/api/v1", "Account", "Sign-in methods, activity log and deletion."],
  ["/api/operator/v1/keys", "Operator: keys", "Keys of all accounts: limits and revocation."],
  ["/api/operator/v1/audit", "Operator: accounts", "The activity log of an account."],
  ["/api/operator/v1/partner", "Operator: partners", "Settlements, fees and reversals."],
  ["/api/operator/v1/webhooks", "Operator: webhooks", "Webhooks whose deliveries wait or fail."],
  ["/api/operator/v1/catalysts", "Operator: catalysts", "Corrections of merged catalysts."],
];

/** @throws Error for a path of no part */
export function tagOf(path: string): string {
  const found = TAGS.find(([prefix]) => `${path}/`.startsWith(`${prefix}/`));
  if (found === undefined) throw new Error(`lib/server/openapi/tags.ts has no part for ${path}`);
  return found[1];
}

export function tagsOf(paths: readonly string[]): Tag[] {
  const used = new Set(paths.map(tagOf));
  return TAGS.filter(([, name, description]) => description !== "" && used.has(name)).map(
    ([, name, description]) => ({ name, description }),
  );
}
