/** The sandbox process: simulated prices, faucet, makers and takers around a venue. */
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import { systemClock } from "#lib/clock.ts";
import { acquireFileLock } from "#lib/file-lock.ts";
import { createLogger } from "#lib/log.ts";
import { sandboxConfig } from "./config.ts";
import { Faucet } from "./faucet.ts";
import { createSandboxServer } from "./http.ts";
import { openPrices } from "./prices/open-prices.ts";
import { PriceStream } from "./prices/price-stream.ts";
import { type Crew, startCrew } from "./traders/crew.ts";
import { openKeyFile } from "./venue/key-file.ts";
import { Operator } from "./venue/operator.ts";

const config = sandboxConfig();
const log = createLogger("sandbox", config.logLevel);

type Sandbox = {
  server: Server;
  stream: PriceStream;
  startTraders: () => Crew;
  drain: () => void;
};

function assemble(): Sandbox {
  const clock = systemClock;
  const { seed, venueUrl } = config;
  const folder = join(config.dataDir, "sandbox");
  const prices = openPrices(config, clock.now());
  const operator = new Operator(venueUrl, config.operatorKey);
  const feed = config.replay ? "replay" : "simulated";
  const stream = new PriceStream({ prices, feed, clock, log });
  const faucet = new Faucet({ operator, clock, path: join(folder, "faucet.csv") });
  let crew: Crew | undefined;
  let draining = false;
  const server = createSandboxServer({
    prices,
    stream,
    faucet,
    feed,
    seed,
    venueUrl,
    clock,
    log,
    isReady: () => crew?.isQuoting() === true,
    isDraining: () => draining,
  });
  return {
    server,
    stream,
    startTraders: () => {
      const keys = openKeyFile(join(folder, "keys.json"));
      crew = startCrew({ seed, venueUrl, keys, faucet, clock, log });
      return crew;
    },
    drain: () => {
      draining = true;
    },
  };
}

async function listen(server: Server): Promise<void> {
  server.listen(config.port, config.host);
  try {
    await once(server, "listening");
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!taken) throw error;
    throw new Error(`Port ${config.port} is taken: set SANDBOX_PORT to a free one.`);
  }
}

function stop(error: unknown): never {
  log.fatal({ err: error }, error instanceof Error ? error.message : "the sandbox stops");
  process.exit(1);
}

try {
  const lock = acquireFileLock(join(config.dataDir, "sandbox", "lock"));
  const sandbox = assemble();
  await listen(sandbox.server);
  sandbox.stream.start();
  const crew = sandbox.startTraders();
  log.info({ port: config.port, venue: config.venueUrl }, "the sandbox is up");
  const shutDown = async (): Promise<void> => {
    sandbox.drain();
    sandbox.stream.stop();
    await crew.stop();
    sandbox.server.close();
    sandbox.server.closeIdleConnections();
    await once(sandbox.server, "close");
    lock.release();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void shutDown().catch(stop));
  }
} catch (error) {
  stop(error);
}
