/** Settings of the intake of news. */
import { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { trustedParty } from "./setting-values.ts";

export const newsSettings = {
  NEWS_FEEDS: z
    .string()
    .default("")
    .transform(readFeeds)
    .describe(
      "Comma-separated sources of news, each `name|authority|url`: a name of lower-case letters, digits and `-`; its authority from 0 to 1; its address, with commas as `%2C`. The content shows its kind: RSS, Atom, JSON Feed, announcements of OKX and Bybit, articles of GDELT. Example: `coindesk|0.7|https://www.coindesk.com/arc/outboundfeeds/rss,okx|0.9|https://www.okx.com/api/v5/support/announcements`. `npm start` uses the sandbox's simulated wire",
    ),
  NEWS_SIMULATED_URL: trustedParty
    .optional()
    .describe(
      "Origin of the simulated world: sources of news and of the calendar there are shown as simulated, and may use `http://`",
    ),
  NEWS_POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(86_400)
    .default(60)
    .describe("Time between two reads of a source of news or of the calendar"),
  NEWS_WATCHED_ACCOUNTS: z
    .string()
    .default("")
    .transform(readWatched)
    .describe(
      "Comma-separated token accounts on the chain of `SOLANA_RPC_URL`, each `label|account|token|least`: large changes of their balance are news items. The label is up to 40 characters, the account base58, the token one of the swap assets, and `least` the change in whole tokens from which it is news. Example: `Example bridge|4Nd1m…|USDC|1000000`. The vault of `VAULT_AUTHORITY` is watched without it",
    ),
  CRYPTOPANIC_TOKEN: z
    .string()
    .regex(/^[\w-]{8,200}$/, "must be 8 to 200 letters, digits, - or _")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Token of CryptoPanic's API. With it, its posts are a source of news"),
  LLM_BASE_URL: trustedParty
    .optional()
    .describe(
      "Address of a language model with OpenAI's API, such as `https://api.openai.com/v1`. It gives a second opinion, with half of the weight, on news that the rules are unsure of. It receives headlines and summaries. Belongs to `LLM_MODEL`",
    ),
  LLM_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 letters, digits and signs")
    .optional()
    .describe("Name of the language model at `LLM_BASE_URL`"),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be 1 to 500 letters, digits and signs")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Key of the language model. A model on this machine usually needs none"),
};

/** A source of news as the operator names it. */
export type NewsFeed = {
  name: string;
  /** From 0 to 1. */
  authority: number;
  url: string;
};

/** A token account whose large changes are news. */
export type WatchedAccount = {
  label: string;
  /** base58 */
  account: string;
  asset: TokenSymbol;
  /** In base units of the asset. */
  least: bigint;
};

export type NewsConfig = {
  feeds: readonly NewsFeed[];
  watched: readonly WatchedAccount[];
  /** Undefined without a simulated world. */
  simulatedOrigin: string | undefined;
  pollMs: number;
  cryptoPanicToken: Secret | undefined;
  /** Undefined: the rules read alone. */
  model: ModelConfig | undefined;
};

/** A language model with OpenAI's API. */
export type ModelConfig = {
  /** Without a slash at its end. */
  baseUrl: string;
  name: string;
  apiKey: Secret | undefined;
};

type NewsEnvironment = z.output<z.ZodObject<typeof newsSettings>>;

/** @throws Error for a source that is neither on https nor simulated, and for half a language model */
export function newsOf(env: NewsEnvironment): NewsConfig {
  const { NEWS_SIMULATED_URL: simulated } = env;
  const simulatedOrigin = simulated === undefined ? undefined : new URL(simulated).origin;
  checkOrigins("NEWS_FEEDS", env.NEWS_FEEDS, simulatedOrigin);
  return {
    feeds: env.NEWS_FEEDS,
    watched: env.NEWS_WATCHED_ACCOUNTS,
    simulatedOrigin,
    pollMs: env.NEWS_POLL_SECONDS * 1_000,
    cryptoPanicToken: env.CRYPTOPANIC_TOKEN,
    model: modelOf(env),
  };
}

/** @throws Error for a source that is neither on https nor simulated */
export function checkOrigins(
  setting: string,
  sources: readonly { name: string; url: string }[],
  simulatedOrigin: string | undefined,
): void {
  for (const { name, url } of sources) {
    const { protocol, origin } = new URL(url);
    if (protocol === "https:" || origin === simulatedOrigin) continue;
    throw new Error(
      `${setting}: ${name} must be an https:// address, or one at NEWS_SIMULATED_URL`,
    );
  }
}

function modelOf(env: NewsEnvironment): ModelConfig | undefined {
  const { LLM_BASE_URL: url, LLM_MODEL: name, LLM_API_KEY: apiKey } = env;
  if (url === undefined && name === undefined && apiKey === undefined) return undefined;
  if (url === undefined || name === undefined) {
    throw new Error("LLM_BASE_URL and LLM_MODEL belong together, and LLM_API_KEY to them");
  }
  const { search, hash, username, password } = new URL(url);
  if (`${search}${hash}${username}${password}` !== "") {
    throw new Error("LLM_BASE_URL must have no parameters and no password");
  }
  return { baseUrl: url.replace(/\/+$/, ""), name, apiKey };
}

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

function readFeeds(text: string, context: z.RefinementCtx): NewsFeed[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const feeds: NewsFeed[] = [];
  for (const entry of entries.filter((one) => one !== "")) {
    const feed = readFeed(entry);
    if (typeof feed === "string") context.addIssue(`${JSON.stringify(entry)} ${feed}`);
    else if (feeds.some(({ name }) => name === feed.name)) {
      context.addIssue(`two sources are named ${feed.name}`);
    } else feeds.push(feed);
  }
  return feeds;
}

/** @returns why the entry is wrong, when it is */
function readFeed(entry: string): NewsFeed | string {
  const [name = "", authority = "", url = "", ...rest] = entry.split("|");
  if (url === "" || rest.length > 0) return "must be name|authority|url";
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(authority)) return "must have an authority from 0 to 1";
  const source = readSource(name, url);
  return typeof source === "string" ? source : { ...source, authority: Number(authority) };
}

/** @returns the source with its address as a browser writes it, or why one of the two is wrong */
export function readSource(name: string, url: string): { name: string; url: string } | string {
  if (!NAME.test(name)) return "must begin with a name of lower-case letters, digits and -";
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return "must end with an address";
  if (parsed.username !== "" || parsed.password !== "") return "must not have a password";
  return { name, url: parsed.href };
}

const MAX_WATCHED = 20;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N} .&'()-]{0,39}$/u;

function readWatched(text: string, context: z.RefinementCtx): WatchedAccount[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const accounts: WatchedAccount[] = [];
  for (const entry of entries.filter((one) => one !== "")) {
    const watched = readAccount(entry);
    if (typeof watched === "string") context.addIssue(`${JSON.stringify(entry)} ${watched}`);
    else if (accounts.some(({ account }) => account === watched.account)) {
      context.addIssue(`${watched.account} is watched twice`);
    } else accounts.push(watched);
  }
  // Each one is a question to the node at every read.
  if (accounts.length > MAX_WATCHED) context.addIssue(`at most ${MAX_WATCHED} are watched`);
  return accounts;
}

/** @returns why the entry is wrong, when it is */
function readAccount(entry: string): WatchedAccount | string {
  const [label = "", account = "", asset = "", least = "", ...rest] = entry.split("|");
  if (least === "" || rest.length > 0) return "must be label|account|token|least";
  if (!LABEL.test(label)) return "must begin with a label of at most 40 letters and digits";
  if (decodePublicKey(account) === undefined) return "must have a base58 account";
  if (!isToken(asset)) return `must have a token of ${Object.keys(TOKENS).join(", ")}`;
  if (!/^[1-9]\d{0,12}$/.test(least)) return "must end with a whole number of tokens";
  return { label, account, asset, least: BigInt(least) * 10n ** BigInt(TOKENS[asset].decimals) };
}

function isToken(text: string): text is TokenSymbol {
  return Object.hasOwn(TOKENS, text);
}
