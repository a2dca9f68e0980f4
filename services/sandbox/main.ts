/** The sandbox process: simulated prices, faucet, makers and takers around a venue; a mail server, an identity provider and a chain. */
import type { Server } from "node:http";
import { join } from "node:path";
import { systemClock } from "#lib/platform/clock.ts";
import { acquireFileLock } from "#lib/platform/file-lock.ts";
import { closeServer, listen } from "#lib/platform/http-server.ts";
import { createLogger } from "#lib/platform/log.ts";
import { openChain } from "./chain/open-chain.ts";
import { reachableUrl, sandboxConfig } from "./config.ts";
import { Faucet } from "./faucet.ts";
import { createSandboxServer } from "./http.ts";
import { IdentityProvider } from "./identity-provider/identity-provider.ts";
import { Mailbox } from "./mail/mailbox.ts";
import { SmtpReceiver } from "./mail/smtp.ts";
import { startPoolTraders } from "./pools/start-pool-traders.ts";
import { openPrices } from "./prices/open-prices.ts";
import { PriceStream } from "./prices/price-stream.ts";
import { type Crew, startCrew } from "./traders/crew.ts";
import { openKeyFile } from "./venue/key-file.ts";
import { Operator } from "./venue/operator.ts";
import { WebhookReceiver } from "./webhook-receiver/webhook-receiver.ts";

/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;

const config = sandboxConfig();
const log = createLogger("sandbox", config.logLevel);

type Sandbox = {
  server: Server;
  stream: PriceStream;
  smtp: SmtpReceiver;
  /** Needs the port that the server listens on. */
  openIdentityProvider: () => Promise<void>;
  startTraders: () => Crew;
  /** The traders of the chain's pools. @returns stops them */
  startPools: () => Promise<() => Promise<void>>;
  closeChain: () => void;
  drain: () => void;
};

async function assemble(): Promise<Sandbox> {
  const clock = systemClock;
  const { seed, venueUrl } = config;
  const folder = join(config.dataDir, "sandbox");
  const prices = openPrices(config, clock.now());
  const operator = new Operator(venueUrl, config.operatorKey);
  const feed = config.replay ? "replay" : "simulated";
  const stream = new PriceStream({ prices, feed, clock, log });
  const faucet = new Faucet({ operator, clock, path: join(folder, "faucet.csv") });
  const mailbox = new Mailbox({ folder: join(folder, "mail"), clock });
  const smtp = new SmtpReceiver(mailbox, log);
  const chain = await openChain(config.chain, { folder, clock });
  let identityProvider: IdentityProvider | undefined;
  let crew: Crew | undefined;
  let draining = false;
  const server = createSandboxServer({
    prices,
    stream,
    faucet,
    mailbox,
    smtp,
    chain: chain.site,
    webhookReceiver: new WebhookReceiver(clock),
    identityProvider: () => identityProvider,
    feed,
    seed,
    venueUrl,
    hostNames: config.hostNames,
    clock,
    log,
    isReady: () => crew?.isQuoting() === true,
    isDraining: () => draining,
  });
  return {
    server,
    stream,
    smtp,
    openIdentityProvider: async () => {
      if (!config.identityClient) return;
      const sandboxUrl = reachableUrl(config.host, portOf(server));
      const keysPath = join(folder, "identity-keys.json");
      const registration = config.identityClient;
      identityProvider = await IdentityProvider.open({ sandboxUrl, registration, keysPath, log });
    },
    startTraders: () => {
      const keys = openKeyFile(join(folder, "keys.json"));
      crew = startCrew({ seed, venueUrl, keys, faucet, clock, log });
      return crew;
    },
    startPools: async () => {
      if (chain.payer === undefined) return async () => {};
      return startPoolTraders({ seed, venueUrl, ...chain.payer, clock, log });
    },
    closeChain: () => chain.close(),
    drain: () => {
      draining = true;
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : config.port;
}

/** @returns the port of the mail server */
async function listenBoth({ server, smtp }: Sandbox): Promise<number> {
  await listen(server, { host: config.host, port: config.port, setting: "SANDBOX_PORT" });
  return smtp.listen(config.smtpPort);
}

function stop(error: unknown): never {
  log.fatal({ err: error }, error instanceof Error ? error.message : "the sandbox stops");
  process.exit(1);
}

try {
  const lock = acquireFileLock(join(config.dataDir, "sandbox", "lock"));
  const sandbox = await assemble();
  const smtpPort = await listenBoth(sandbox);
  await sandbox.openIdentityProvider();
  sandbox.stream.start();
  const crew = sandbox.startTraders();
  const stopPools = await sandbox.startPools();
  log.info({ port: config.port, smtpPort, venue: config.venueUrl }, "the sandbox is up");
  const shutDown = async (): Promise<void> => {
    sandbox.drain();
    sandbox.stream.stop();
    await Promise.all([crew.stop(), stopPools(), sandbox.smtp.close()]);
    await closeServer(sandbox.server, FINISH_MS);
    sandbox.closeChain();
    lock.release();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void shutDown().catch(stop));
  }
} catch (error) {
  stop(error);
}
