/** The sandbox as a running service: simulated prices and news, faucet, makers and takers around a venue; a mail server, an identity provider and a chain. */
import type { Server } from "node:http";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { AddressList } from "#lib/platform/address-list.ts";
import { type Clock, systemClock } from "#lib/platform/clock.ts";
import { acquireFileLock } from "#lib/platform/file-lock.ts";
import { closeServer, listen } from "#lib/platform/http-server.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { RunningService } from "#services/run-service.ts";
import { CalendarSite } from "./calendar/calendar-site.ts";
import { CausedItems } from "./calendar/caused-items.ts";
import { type ChainPayer, openChain } from "./chain/open-chain.ts";
import { Checkout } from "./checkout/checkout.ts";
import { reachableUrl, type SandboxConfig } from "./config.ts";
import { openDeposits } from "./deposits/open-deposits.ts";
import { Faucet } from "./faucet.ts";
import { createSandboxServer } from "./http.ts";
import { IdentityProvider } from "./identity-provider/identity-provider.ts";
import { Mailbox } from "./mail/mailbox.ts";
import { SmtpReceiver } from "./mail/smtp.ts";
import { startPoolTraders } from "./pools/start-pool-traders.ts";
import { openPrices } from "./prices/open-prices.ts";
import { PriceStream } from "./prices/price-stream.ts";
import type { SimulatedPrices } from "./prices/simulated-prices.ts";
import { RelaySite } from "./relay/relay-site.ts";
import { type RunningRelay, startRelay } from "./relay/start-relay.ts";
import { RouteChain } from "./routes/route-chain.ts";
import { RoutesSite } from "./routes/routes-site.ts";
import { CausedEvents } from "./story/caused-events.ts";
import { type Crew, startCrew } from "./traders/crew.ts";
import { openKeyFile } from "./venue/key-file.ts";
import { Wallet } from "./venue/wallet.ts";
import { Visitors } from "./visitors.ts";
import { WebhookReceiver } from "./webhook-receiver/webhook-receiver.ts";
import { Newsroom } from "./wire/newsroom.ts";
import { WireSite } from "./wire/wire-site.ts";

/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;

/** What all of its parts share. */
type Shared = {
  config: SandboxConfig;
  log: Logger;
  clock: Clock;
  folder: string;
  visitors: Visitors;
};

type Running = {
  port: number;
  server: Server;
  stream: PriceStream;
  startTraders: () => Promise<Traders>;
  /** Refuses what is new, and ends what the parts do by themselves. */
  drain: () => Promise<void>;
};

type Traders = { stop: () => Promise<unknown> };

/** Resolves when the traders are quoting. @throws FolderInUseError, and for damaged files */
export async function startSandbox(
  config: SandboxConfig,
  log: Logger,
): Promise<RunningService & { port: number }> {
  const folder = join(config.dataDir, "sandbox");
  const lock = acquireFileLock(join(folder, "lock"));
  const clock = systemClock;
  const parts = await openParts({ config, log, clock, folder, visitors: new Visitors(clock) });
  const { port, server, stream, startTraders, drain } = parts;
  stream.start();
  const traders = await startTraders();
  const stop = async (): Promise<void> => {
    stream.stop();
    await Promise.all([drain(), traders.stop()]);
    await closeServer(server, FINISH_MS);
    lock.release();
  };
  return { port, stop };
}

async function openParts(shared: Shared): Promise<Running> {
  const { config, log, clock, folder, visitors } = shared;
  const { seed, venueUrl } = config;
  const prices = openPrices(config, clock.now());
  const feed = config.replay ? "replay" : "simulated";
  const stream = new PriceStream({ prices, feed, clock, log });
  const chain = await openChain(config.chain, { folder, clock, parties: partiesOf(config) });
  const { payer } = chain;
  const { deposits, stop: stopDeposits } = openDeposits({ config, payer, folder, log });
  const faucet = new Faucet({ deposits, clock, path: join(folder, "faucet.csv") });
  const checkout = openCheckout(shared, payer);
  const mailbox = new Mailbox({ folder: join(folder, "mail"), clock });
  const smtp = new SmtpReceiver(mailbox, log);
  let identityProvider: IdentityProvider | undefined;
  let crew: Crew | undefined;
  let relay: RunningRelay | undefined;
  let draining = false;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const server = createSandboxServer({
    prices,
    stream,
    faucet,
    visitors,
    mailbox,
    smtp,
    chain: chain.site,
    relay: new RelaySite(() => relay?.relay, { clock, log }),
    routes: new RoutesSite(payer && new RouteChain(payer.sender.rpc), log),
    wire: openWire(shared, { prices, stream }),
    calendar: openCalendar(shared),
    webhookReceiver: new WebhookReceiver(clock),
    checkout,
    identityProvider: () => identityProvider,
    feed,
    seed,
    venueUrl,
    hostNames: config.hostNames,
    clock,
    log,
    metrics,
    metricsAddresses: new AddressList(config.metricsAddresses),
    isReady: () => crew?.isQuoting() === true,
    isDraining: () => draining,
  });
  const { port } = await listen(server, {
    host: config.host,
    port: config.port,
    setting: "SANDBOX_PORT",
  });
  const smtpPort = await smtp.listen(config.smtpPort);
  log.info({ smtpPort, venue: venueUrl }, "pages and the mail server are up");
  identityProvider = await openIdentityProvider(shared, reachableUrl(config.host, port));
  relay = await startRelay({ config, payer, folder, clock, log });
  const startTraders = async (): Promise<Traders> => {
    const keys = openKeyFile(join(folder, "keys.json"));
    const traders = startCrew({ seed, venueUrl, keys, faucet, visitors, clock, log });
    crew = traders;
    const stopPools = await startPools(shared, payer);
    return { stop: () => Promise.all([traders.stop(), stopPools()]) };
  };
  const drain = async (): Promise<void> => {
    draining = true;
    // First: a payment that is not watched any more goes on after the next start.
    const checkoutStopped = checkout?.stop();
    await relay?.stop();
    chain.close();
    await Promise.all([stopDeposits(), smtp.close(), checkoutStopped]);
  };
  return { port, server, stream, startTraders, drain };
}

/** Accounts that the explorer names. */
function partiesOf({ vault, relay }: SandboxConfig): [string, string][] {
  const seed = relay && Buffer.from(relay.seed.reveal(), "hex");
  return [
    ...(seed ? [["The relay to the other chain", new Wallet(seed).address] as const] : []),
    ...(vault ? [["The venue's vault", vault.authority] as const] : []),
    ...(vault ? [["Custody's fees", vault.feeAccount] as const] : []),
  ].map(([name, key]) => [name, key]);
}

function openWire(
  { config: { seed, hasStory }, clock, folder }: Shared,
  parts: { prices: SimulatedPrices; stream: PriceStream },
): WireSite {
  const caused = new CausedEvents(join(folder, "story.jsonl"));
  const newsroom = new Newsroom({ seed: hasStory ? seed : undefined, caused, clock });
  return new WireSite({ ...parts, caused, newsroom, clock });
}

function openCalendar({ config: { seed, hasStory }, clock, folder }: Shared): CalendarSite {
  const caused = new CausedItems(join(folder, "calendar.jsonl"));
  return new CalendarSite({ seed: hasStory ? seed : undefined, caused, clock });
}

async function openIdentityProvider(
  { config, folder, log }: Shared,
  sandboxUrl: string,
): Promise<IdentityProvider | undefined> {
  if (!config.identityClient) return undefined;
  const keysPath = join(folder, "identity-keys.json");
  return IdentityProvider.open({ sandboxUrl, registration: config.identityClient, keysPath, log });
}

function openCheckout(
  { config: { checkout: settings }, folder, clock, log }: Shared,
  payer: ChainPayer | undefined,
): Checkout | undefined {
  if (settings === undefined || payer === undefined) return undefined;
  return new Checkout({ settings, payer, folder: join(folder, "checkout"), clock, log });
}

async function startPools(
  { config: { seed, venueUrl }, visitors, clock, log }: Shared,
  payer: ChainPayer | undefined,
): Promise<() => Promise<void>> {
  if (payer === undefined) return async () => {};
  return startPoolTraders({ seed, venueUrl, ...payer, visitors, clock, log });
}
