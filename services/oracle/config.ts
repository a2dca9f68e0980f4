/** Configuration of the oracle process. */
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/kernel/env.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";
import { readVenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";

const SOURCE_NAMES = ["simulated", "pyth"] as const;
type SourceName = (typeof SOURCE_NAMES)[number];

/** Feed ids of the Pyth network for BTC/USD, ETH/USD and SOL/USD. */
const PYTH_FEEDS = [
  "BTCUSDC=e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43",
  "ETHUSDC=ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace",
  "SOLUSDC=ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",
].join(",");

/** Names of the same feeds at Pyth's history service. */
const PYTH_SYMBOLS = "BTCUSDC=Crypto.BTC/USD,ETHUSDC=Crypto.ETH/USD,SOLUSDC=Crypto.SOL/USD";

const staleMs = z.coerce.number().int().min(500).max(60_000);

/** A ratio such as `0.01`, in parts per million. */
const ratio = z.string().transform((text, context) => {
  const ppm = parseDecimal(text, 6);
  if (ppm !== undefined && ppm > 0n && ppm <= 1_000_000n) return ppm;
  context.addIssue("must be a ratio such as 0.01, above 0 and at most 1, with up to six decimals");
  return z.NEVER;
});

export const oracleSettings = z.object({
  ORACLE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4200)
    .describe("Port of the oracle"),
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  VENUE_URL: z
    .string()
    .default("http://127.0.0.1:4000")
    .transform(readVenueAddresses)
    .describe(
      "Venue to which the oracle publishes marks. Separate several addresses of it by commas",
    ),
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .describe("The venue's operator key, with which marks are published"),
  ORACLE_SOURCES: z
    .string()
    .default("simulated")
    .transform(readSources)
    .describe(
      "Price sources with weights, for example `pyth:2,simulated:1`. With `VENUE_URL`, `npm start` runs the oracle only when this and `VENUE_OPERATOR_KEY` are set",
    ),
  ORACLE_STALE_MS: staleMs
    .default(3_000)
    .describe("Age in milliseconds above which a price is ignored"),
  ORACLE_OUTLIER_RATIO: ratio
    .default(10_000n)
    .describe(
      "Largest distance of a source from the median of the others, as a ratio. Default: `0.01`",
    ),
  SANDBOX_URL: z
    .url()
    .optional()
    .describe("Sandbox that the simulated prices come from; `npm start` sets it"),
  PYTH_HERMES_URL: z
    .url()
    .default("https://hermes.pyth.network")
    .describe("Address of Pyth's price service"),
  PYTH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, "must be printable, without spaces")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Key for Pyth's services"),
  PYTH_FEEDS: z
    .string()
    .default(PYTH_FEEDS)
    .transform(readFeeds)
    .describe(
      "Comma-separated `SYMBOL=feed id`, one for each market. Default: BTC/USD, ETH/USD and SOL/USD",
    ),
  PYTH_STALE_MS: staleMs
    .optional()
    .describe(
      "Replaces `ORACLE_STALE_MS` for Pyth, which gives the time of a price in whole seconds",
    ),
  PYTH_CONFIDENCE_RATIO: ratio
    .default(10_000n)
    .describe(
      "Widest half confidence interval, as a ratio of the price. Wider prices are ignored. Default: `0.01`",
    ),
  PYTH_HISTORY_URL: z
    .url()
    .default("https://pyth.dourolabs.app/v1/real_time")
    .describe("Address of Pyth's history service"),
  PYTH_SYMBOLS: z
    .string()
    .default(PYTH_SYMBOLS)
    .transform(readSymbols)
    .describe(
      "Comma-separated `SYMBOL=name` in Pyth's history service. Default: the same three feeds",
    ),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level of the JSON log lines"),
});

export type SourceConfig =
  | { name: "simulated"; weight: number; staleAfterMs: number; sandboxUrl: string }
  | {
      name: "pyth";
      weight: number;
      staleAfterMs: number;
      hermesUrl: string;
      apiKey: Secret | undefined;
      feeds: ReadonlyMap<string, string>;
      maxConfidencePpm: bigint;
      historyUrl: string;
      symbols: ReadonlyMap<string, string>;
    };

export type OracleConfig = {
  port: number;
  host: string;
  venueUrl: string;
  operatorKey: Secret;
  sources: SourceConfig[];
  outlierPpm: bigint;
  metricsAddresses: readonly string[];
  logLevel: string;
};

/** Reads the oracle's configuration. @throws Error that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): OracleConfig {
  const env = readEnvironment(oracleSettings, environment);
  return {
    port: env.ORACLE_PORT,
    host: env.HOST,
    venueUrl: env.VENUE_URL,
    operatorKey: env.VENUE_OPERATOR_KEY,
    sources: [...env.ORACLE_SOURCES].map(([name, weight]) => sourceConfig(name, weight, env)),
    outlierPpm: env.ORACLE_OUTLIER_RATIO,
    metricsAddresses: env.METRICS_ADDRESSES,
    logLevel: env.LOG_LEVEL,
  };
}

/** The configuration of this process. @throws Error that lists every problem at once. */
export function oracleConfig(
  environment: Record<string, string | undefined> = process.env,
): OracleConfig {
  return readConfig(environment);
}

function sourceConfig(
  name: SourceName,
  weight: number,
  env: z.output<typeof oracleSettings>,
): SourceConfig {
  if (name === "simulated") {
    if (env.SANDBOX_URL === undefined) {
      throw new Error("ORACLE_SOURCES names simulated prices: they need SANDBOX_URL.");
    }
    const sandboxUrl = withoutSlash(env.SANDBOX_URL);
    return { name, weight, staleAfterMs: env.ORACLE_STALE_MS, sandboxUrl };
  }
  return {
    name,
    weight,
    staleAfterMs: env.PYTH_STALE_MS ?? env.ORACLE_STALE_MS,
    hermesUrl: withoutSlash(env.PYTH_HERMES_URL),
    apiKey: env.PYTH_API_KEY,
    feeds: env.PYTH_FEEDS,
    maxConfidencePpm: env.PYTH_CONFIDENCE_RATIO,
    historyUrl: withoutSlash(env.PYTH_HISTORY_URL),
    symbols: env.PYTH_SYMBOLS,
  };
}

function readSources(text: string, context: z.RefinementCtx): Map<SourceName, number> {
  const sources = new Map<SourceName, number>();
  for (const part of text.split(",")) {
    const [, found, weight = "1"] = /^([a-z]+)(?::([1-9]\d{0,2}))?$/.exec(part.trim()) ?? [];
    const name = SOURCE_NAMES.find((known) => known === found);
    if (name === undefined || sources.has(name)) {
      const known = SOURCE_NAMES.join(" or ");
      context.addIssue(
        `must name each source once, as ${known}, with a weight of 1 to 999: pyth:2`,
      );
      return z.NEVER;
    }
    sources.set(name, Number(weight));
  }
  return sources;
}

/** Market symbol by feed id. */
function readFeeds(text: string, context: z.RefinementCtx): Map<string, string> {
  const feeds = new Map<string, string>();
  for (const part of text.split(",")) {
    const [, symbol, id] = /^([A-Z0-9]{2,20})=(?:0x)?([0-9a-f]{64})$/.exec(part.trim()) ?? [];
    if (symbol === undefined || id === undefined || feeds.has(id)) {
      context.addIssue("must be SYMBOL=feed id (64 lowercase hex digits), separated by commas");
      return z.NEVER;
    }
    feeds.set(id, symbol);
  }
  return feeds;
}

/** Name of the feed by market symbol. */
function readSymbols(text: string, context: z.RefinementCtx): Map<string, string> {
  const symbols = new Map<string, string>();
  for (const part of text.split(",")) {
    const [, symbol, name] = /^([A-Z0-9]{2,20})=([\w./-]{1,64})$/.exec(part.trim()) ?? [];
    if (symbol === undefined || name === undefined) {
      context.addIssue("must be SYMBOL=name, such as BTCUSDC=Crypto.BTC/USD, separated by commas");
      return z.NEVER;
    }
    symbols.set(symbol, name);
  }
  return symbols;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}
