/** The venue process: the engine's thread, which starts the gateways and the follower. */
import { join } from "node:path";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { venueConfig } from "./config.ts";
import { JournalFigures } from "./journal-store/journal-metrics.ts";
import type { ReplicatedJournal } from "./journal-store/open-replicated.ts";
import {
  type StandbyServer,
  type StandbyView,
  startStandbyServer,
} from "./journal-store/standby-server.ts";
import { PrimaryBeat } from "./link/primary-beat.ts";
import { loadGateways, startGatewayThreads } from "./process/gateway-threads.ts";
import { openVenue } from "./process/open-venue.ts";
import { createVenueHost } from "./process/venue-host.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
const TICK_MS = 1_000;
/** A shutdown waits this long for the last snapshot; without it the next start replays a little more. */
const SHUTDOWN_MS = 15_000;
const SNAPSHOT_WAIT_MS = 3_000;

const config = venueConfig();
const log = createLogger("venue", config.LOG_LEVEL);

/** The journal in Postgres, with the server that answers until this process is the primary. */
type Standby = { journal: ReplicatedJournal; server: StandbyServer };

/** A standby has acknowledged nothing, and writes nothing that a crash could spoil. */
const leave = () => process.exit(0);

async function standBy(): Promise<Standby | undefined> {
  const { VENUE_JOURNAL_URL: url, VENUE_NODE_URL: node } = config;
  if (url === undefined || node === undefined) return undefined;
  for (const signal of SIGNALS) process.once(signal, leave);
  const figures = new JournalFigures();
  const server = await startStandbyServer({
    host: config.HOST,
    port: config.VENUE_PORT,
    readerAddresses: config.VENUE_READER_ADDRESSES,
    metricsAddresses: config.METRICS_ADDRESSES,
    trustedProxies: config.VENUE_TRUSTED_PROXIES,
    connections: config.VENUE_CONNECTIONS,
    clock: systemClock,
    figures,
  });
  log.info({ address: { address: server.host, port: server.port } }, "standing by");
  const onStandby = (view: StandbyView) => {
    const { primary } = view;
    if (primary !== server.view.primary) log.info({ primary }, "following the primary");
    server.view = view;
  };
  const onWarning = (code: string, message: string) => log.warn({ code }, message);
  const parts = { url, node: node.replace(/\/$/, ""), beat: new PrimaryBeat(), figures };
  return { server, journal: { ...parts, onStandby, onWarning } };
}

/** State and journal may differ after a failure: only a restart from the journal is safe. */
function stop(error: unknown): never {
  log.fatal({ err: error }, "the venue stops");
  process.exit(1);
}

// Only the venue's own user may read journal, snapshots and history.
process.umask(0o077);

try {
  const folder = join(config.DATA_DIR, "venue");
  const lock = acquireFileLock(join(folder, "lock"));
  const standby = await standBy();
  const workers = loadGateways(config.VENUE_GATEWAYS);
  const started = performance.now();
  const venue = await openVenue({
    folder,
    journal: standby?.journal,
    clock: systemClock,
    operatorKey: config.VENUE_OPERATOR_KEY,
    partnerKey: config.VENUE_PARTNER_KEY,
    readerKey: config.VENUE_READER_KEY,
    custodyKey: config.VENUE_CUSTODY_KEY,
    onFailure: stop,
    follower: "thread",
    onWarning: (text) => log.warn(text),
    onVerified: (chain) => log.info(chain, "the journal before the snapshot is verified"),
  });
  const { recovery } = venue.sequencer;
  const milliseconds = Math.round(performance.now() - started);
  log.info({ ...recovery, commands: venue.state.seq, milliseconds }, "journal replayed");
  if (recovery.tornBytes > 0) {
    log.warn(
      { bytes: recovery.tornBytes },
      "an unfinished last write was cut off; neither history nor snapshots contain it",
    );
  }
  await standby?.server.close();
  const parts = createVenueHost(
    venue,
    log,
    {
      operatorAddresses: config.VENUE_OPERATOR_ADDRESSES,
      readerAddresses: config.VENUE_READER_ADDRESSES,
      metricsAddresses: config.METRICS_ADDRESSES,
      trustedProxies: config.VENUE_TRUSTED_PROXIES,
      connections: config.VENUE_CONNECTIONS,
      addressPerMinute: config.VENUE_ADDRESS_LIMIT,
      accountsPerMinute: config.VENUE_ACCOUNT_LIMIT,
      withdrawals: {
        fee: config.VENUE_WITHDRAWAL_FEE,
        openingFee: config.VENUE_ACCOUNT_OPENING_FEE,
        aDay: config.VENUE_WITHDRAWALS_A_DAY,
      },
      verifier: config.VENUE_VERIFIER,
      reserves: config.VENUE_RESERVES_SEED && {
        folder,
        seed: config.VENUE_RESERVES_SEED.reveal(),
      },
      beat: standby?.journal.beat.memory,
    },
    standby?.journal.figures,
  );
  const address = { host: config.HOST, port: standby?.server.port ?? config.VENUE_PORT };
  const gateways = await startGatewayThreads({
    ...parts,
    workers,
    address,
    logLevel: config.LOG_LEVEL,
    onFailure: stop,
  });
  const ticking = setInterval(() => {
    void venue.sequencer.submit({ type: "tick" }).catch(stop);
  }, TICK_MS);
  const shutDown = async () => {
    clearInterval(ticking);
    // Everything acknowledged is on the disk already, so a shutdown that hangs may be cut short.
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await gateways.drain();
    await venue.handOver();
    const patience = setTimeout(() => {
      log.warn("the last snapshot takes too long: the next start replays");
      process.exit(0);
    }, SNAPSHOT_WAIT_MS);
    await venue.close({ snapshot: true });
    clearTimeout(patience);
    lock.release();
    process.exit(0);
  };
  for (const signal of SIGNALS) {
    process.off(signal, leave);
    process.once(signal, () => void shutDown().catch(stop));
  }
  const { host, port, count } = gateways;
  log.info({ address: { address: host, port }, gateways: count }, "listening");
} catch (error) {
  stop(error);
}
