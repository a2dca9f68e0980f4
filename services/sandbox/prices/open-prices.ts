/** Opens the prices, which follow the simulation or a recording of one market. */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { minuteOf } from "./bars.ts";
import { StoryEffects } from "./effects.ts";
import { SIMULATED_MARKETS } from "./market-terms.ts";
import { loadRecording } from "./recording.ts";
import { type Replay, SimulatedPrices } from "./simulated-prices.ts";

export type ReplaySettings = {
  file: string;
  speed: number;
  /** Unix milliseconds in the recording's own time. */
  startAt: number | undefined;
  market: string | undefined;
};

type PriceSettings = {
  dataDir: string;
  seed: string;
  /** Absent when every market is simulated. */
  replay: ReplaySettings | undefined;
  /** Events happen by themselves. */
  hasStory: boolean;
};

const DEFAULT_MARKET = "BTCUSDC";

/** The prices of this configuration, their history brought up to `now`. @throws Error with a readable reason. */
export function openPrices(config: PriceSettings, now: number): SimulatedPrices {
  const root = join(config.dataDir, "sandbox");
  const replay = config.replay && openReplay(config.replay);
  const folder = replay ? join(root, replayFolder(config.replay, replay)) : root;
  const prices = new SimulatedPrices({
    markets: SIMULATED_MARKETS,
    seed: config.seed,
    folder,
    replay,
    effects: config.hasStory ? new StoryEffects(config.seed) : undefined,
  });
  prices.open(now);
  return prices;
}

/** Each replay keeps a history of its own, so that another feed never continues its prices. */
function replayFolder(config: ReplaySettings | undefined, replay: Replay): string {
  const key = JSON.stringify([config?.file, replay.symbol, replay.speed, replay.startAt]);
  return `replay-${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;
}

function openReplay(config: ReplaySettings): Replay {
  const symbol = config.market ?? marketOfFile(config.file);
  const terms = SIMULATED_MARKETS.find((market) => market.symbol === symbol);
  if (!terms) {
    const known = SIMULATED_MARKETS.map((market) => market.symbol).join(", ");
    throw new Error(`FEED_MARKET: there is no market ${symbol}; known markets: ${known}`);
  }
  const recording = loadRecording(config.file, terms.scale);
  const startAt = Math.max(config.startAt ?? 0, recording.startsAt);
  if (startAt >= recording.endsAt) {
    const last = new Date(recording.endsAt).toISOString();
    throw new Error(`FEED_START is past the end of the recording, ${last}`);
  }
  return { symbol, recording, speed: config.speed, startAt: minuteOf(startAt) };
}

function marketOfFile(file: string): string {
  const name = basename(file).toUpperCase();
  return SIMULATED_MARKETS.find(({ symbol }) => name.startsWith(symbol))?.symbol ?? DEFAULT_MARKET;
}
