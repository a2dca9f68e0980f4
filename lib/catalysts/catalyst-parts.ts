/** The process parts of catalysts. */
import "server-only";
import type { TokenAccountBalance } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Election } from "#lib/platform/db/leadership.ts";
import { startAsLeader } from "#lib/platform/db/start-as-leader.ts";
import { askingChain, configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import {
  type PartContext,
  type ProcessPart,
  processPart,
} from "#lib/platform/process/process-part.ts";
import { CalendarIntake } from "./calendar/intake/calendar-intake.ts";
import { configuredCalendarSources } from "./calendar/intake/calendar-source.ts";
import { CalendarWriter } from "./calendar/intake/calendar-writer.ts";
import { CALENDAR } from "./calendar/intake/store-releases.ts";
import { calendarParsers } from "./calendar/parsing/calendar-parsers.ts";
import { FirstWeek } from "./first-week/first-week.ts";
import { MinuteFollower } from "./moves/follow-minutes.ts";
import { MOVES_ELECTION } from "./moves/moves-election.ts";
import { NEWS_ELECTION } from "./news/intake/news-election.ts";
import { NewsIntake } from "./news/intake/news-intake.ts";
import { NewsWriter } from "./news/intake/news-writer.ts";
import { readMechanics } from "./news/measured/market-mechanics.ts";
import type { Measure } from "./news/measured/measured-item.ts";
import { readWatchedAccounts, vaultAccount } from "./news/measured/watched-accounts.ts";
import { LanguageModel } from "./news/model/language-model.ts";
import { SecondOpinion } from "./news/model/second-opinion.ts";
import { newsParser } from "./news/parsing/news-parser.ts";
import { configuredSources, MEASURED, type NewsSource } from "./news/sources/news-source.ts";
import { PassFollower, STILL_MS } from "./passes/follow-passes.ts";
import { PASSES_ELECTION } from "./passes/passes-election.ts";
import { SignalFollower } from "./signals/follow-signals.ts";
import { priceTicks } from "./signals/price-ticks.ts";
import { catalystFeed, setCatalystFeed } from "./stream/catalyst-feed.ts";

/**
 * A poll is still needed: stored facts of minutes send no notification, and a notification can be
 * lost.
 */
const MOVES_MS = 1_000;

const NEWS_MS = 500;

/** Short, because a source is read each second while a number is due. */
const CALENDAR_MS = 250;

/** How often evaluations that are due are made. */
const PASSES_MS = 500;
/**
 * The interval when nothing is due: it advances the watermark and makes up for a lost notification.
 */
const IDLE_PASSES_MS = STILL_MS;

const SIGNALS: Election = { lock: 5_318_008_121, channel: "svc_signals", task: "make signals" };
const SIGNALS_MS = 1_000;

export const catalystParts: readonly ProcessPart[] = [
  processPart("moves", startMoves),
  processPart("news", startNews),
  processPart("calendar", startCalendar),
  processPart("catalysts", startPasses),
  processPart("signals", startSignals),
  processPart("stream of catalysts", startStream),
];

async function startMoves(context: PartContext) {
  const db = await database();
  return startAsLeader(context, {
    election: MOVES_ELECTION,
    everyMs: MOVES_MS,
    failure: "moves could not be found",
    begin: (now) => new MinuteFollower({ db, since: now }),
  });
}

async function startNews(context: PartContext) {
  const { config, timers, log } = context;
  const { news } = config;
  const sources = configuredSources(config);
  const db = await database();
  const measures = await measuresOf(config, sources, db);
  const parser = newsParser({ timers });
  const secondOpinion =
    news.model === undefined
      ? undefined
      : new SecondOpinion({ classifier: new LanguageModel(news.model, timers), timers, log });
  let intake: NewsIntake | undefined;
  const week = await firstWeekOf(context);
  const begin = () => {
    const writer = new NewsWriter({ db });
    const { pollMs } = news;
    const parts = { parser, writer, measures, secondOpinion, log, clock: timers };
    const reads = new NewsIntake({ db, sources, pollMs, random: Math.random, ...parts });
    intake = reads;
    const feeds = sources.filter(
      ({ name, simulatedOrigin }) => simulatedOrigin !== undefined && !measures.has(name),
    );
    return {
      run: async (now: number) => {
        const mayRead = await week?.recordNews({ sources: feeds, parser, writer }, now);
        if (mayRead !== false) await reads.run(now);
      },
    };
  };
  const failure = "news could not be read";
  const stop = startAsLeader(context, {
    election: NEWS_ELECTION,
    everyMs: NEWS_MS,
    failure,
    begin,
  });
  return async () => {
    await stop();
    secondOpinion?.stop();
    await parser.close();
    await intake?.idle();
  };
}

/** How the sources that are not feeds are read, by name. */
async function measuresOf(
  { news, chain, sandboxUrl }: Config,
  sources: readonly NewsSource[],
  db: Database,
): Promise<Map<string, Measure>> {
  const measures = new Map<string, Measure>();
  for (const source of sources) {
    if (source.name === MEASURED.venue)
      measures.set(source.name, (_, now) => readMechanics(db, source, now));
    if (source.name === MEASURED.chain && chain !== undefined) {
      const { network, vault, mint } = chain;
      const ofVault = vault === undefined ? [] : [await vaultAccount(vault.authority, mint)];
      const watch = { source, accounts: [...ofVault, ...news.watched], network, sandboxUrl };
      measures.set(source.name, (cursor, now) =>
        readWatchedAccounts({ ...watch, readBalance }, cursor, now),
      );
    }
  }
  return measures;
}

/** @throws ServiceError CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
async function readBalance(account: string): Promise<TokenAccountBalance> {
  const chain = await configuredChain();
  if (chain === undefined) throw new ServiceError("CHAIN_UNREACHABLE");
  return askingChain(() => chain.node.readTokenBalance(account));
}

async function startCalendar(context: PartContext) {
  const { config, timers, log } = context;
  const sources = configuredCalendarSources(config.calendar);
  if (sources.length === 0) return undefined;
  const db = await database();
  const parsers = calendarParsers(timers);
  let intake: CalendarIntake | undefined;
  const begin = () => {
    const { pollMs } = config.calendar;
    const writer = new CalendarWriter(
      db,
      sources.map(({ name }) => name),
    );
    const parts = { parserOf: parsers.of, writer, timers, log, random: Math.random };
    intake = new CalendarIntake({ db, sources, pollMs, ...parts });
    return intake;
  };
  const failure = "the calendar could not be read";
  const stop = startAsLeader(context, {
    election: CALENDAR,
    everyMs: CALENDAR_MS,
    failure,
    begin,
  });
  return async () => {
    await stop();
    await parsers.close();
    await intake?.idle();
  };
}

let firstWeek: FirstWeek | undefined;

/** Undefined outside of a simulated world. The parts of a process share it. */
async function firstWeekOf({ config, timers, log }: PartContext): Promise<FirstWeek | undefined> {
  if (config.news.simulatedOrigin === undefined) return undefined;
  const db = await database();
  firstWeek ??= new FirstWeek({ db, log, since: timers.now() });
  return firstWeek;
}

async function startPasses(context: PartContext) {
  const db = await database();
  const week = await firstWeekOf(context);
  return startAsLeader(context, {
    election: PASSES_ELECTION,
    everyMs: PASSES_MS,
    idleMs: IDLE_PASSES_MS,
    failure: "catalysts could not be found",
    begin: () => {
      const follower = new PassFollower(db);
      return {
        run: async (now, signal) => {
          if (week !== undefined && !week.isOver) return week.run({ now, priceTicks }, signal);
          return follower.run(now, signal);
        },
      };
    },
  });
}

async function startSignals(context: PartContext) {
  const db = await database();
  const week = await firstWeekOf(context);
  return startAsLeader(context, {
    election: SIGNALS,
    everyMs: SIGNALS_MS,
    failure: "signals could not be made",
    begin: () => {
      const follower = new SignalFollower(db, priceTicks);
      return {
        run: async (now) => {
          if (week !== undefined && !(await week.hasPassed(now))) return IDLE;
          return follower.run(now);
        },
      };
    },
  });
}

async function startStream({ timers, log }: PartContext) {
  const feed = catalystFeed({ db: await database(), timers, log });
  setCatalystFeed(feed);
  feed.start();
  return async () => {
    setCatalystFeed(undefined);
    await feed.stop();
  };
}
