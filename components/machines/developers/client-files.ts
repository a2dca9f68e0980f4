/** The documents and programs that `/developers` names, by purpose; paths as `/docs/files` has them. */

const TYPESCRIPT = "clients/typescript/src";
const PYTHON = "clients/python/svc_client";

export const CLIENT_FILES = [
  {
    purpose: "client_venue",
    names: [
      "README.md",
      "ccxt.md",
      `${TYPESCRIPT}/venue-client.ts`,
      `${PYTHON}/venue_client.py`,
      "javascript/first-order.mjs",
    ],
  },
  {
    purpose: "client_streams",
    names: ["streams.md", `${TYPESCRIPT}/market-stream.ts`, `${PYTHON}/market_stream.py`],
  },
  {
    purpose: "client_webhooks",
    names: ["webhooks.md", `${TYPESCRIPT}/webhook-receiver.ts`, `${PYTHON}/webhook_receiver.py`],
  },
  {
    purpose: "client_chain",
    names: [
      "swaps.md",
      "catalysts.md",
      "javascript/demo-wallet.mjs",
      "javascript/first-transactions.mjs",
    ],
  },
  { purpose: "client_assistant", names: ["oauth.md", "mcp.md"] },
  {
    purpose: "client_bot",
    names: ["bot.md", `${TYPESCRIPT}/bot-client.ts`, `${PYTHON}/bot_client.py`],
  },
] as const;
