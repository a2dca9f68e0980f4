/** The venue process. */
import { join } from "node:path";
import { systemClock } from "#lib/clock.ts";
import { acquireFileLock } from "#lib/file-lock.ts";
import { createLogger } from "#lib/log.ts";
import { venueConfig } from "./config.ts";
import { createVenueServer } from "./http/server.ts";
import { createMetrics } from "./metrics.ts";
import { openVenue } from "./open-venue.ts";

const config = venueConfig();
const log = createLogger("venue", config.LOG_LEVEL);

/** The state in memory and the journal may differ now: only a restart from the journal is safe. */
function stop(error: unknown): never {
  log.fatal({ err: error }, "the venue stops");
  process.exit(1);
}

try {
  const folder = join(config.DATA_DIR, "venue");
  const lock = acquireFileLock(join(folder, "lock"));
  const started = performance.now();
  const venue = await openVenue({
    folder,
    clock: systemClock,
    operatorKey: config.VENUE_OPERATOR_KEY,
    onFailure: stop,
  });
  const { recovery } = venue.sequencer;
  const milliseconds = Math.round(performance.now() - started);
  log.info({ ...recovery, commands: venue.state.seq, milliseconds }, "journal replayed");
  if (recovery.tornBytes > 0) {
    log.warn(
      { bytes: recovery.tornBytes },
      "an unfinished last write was cut off; it was never acknowledged",
    );
  }
  const metrics = createMetrics();
  venue.sequencer.onCommit = (commands, elapsed) => {
    metrics.commands.inc(commands);
    metrics.commitSeconds.observe(elapsed / 1000);
  };
  const { server, drain } = createVenueServer(venue, log, metrics);
  server.on("error", stop);
  server.listen({ port: config.VENUE_PORT, host: config.HOST, backlog: 4096 }, () => {
    log.info({ address: server.address() }, "listening");
  });
  const shutDown = async () => {
    await drain();
    await venue.sequencer.close();
    lock.release();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void shutDown().catch(stop));
  }
} catch (error) {
  stop(error);
}
