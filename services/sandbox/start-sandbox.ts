/** The sandbox as a running service: simulated prices and news, faucet, makers and takers around a venue; a mail server, an identity provider and a chain. */
import { join } from "node:path";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import { closeServer, listen } from "#lib/kernel/http/http-server.ts";
import { isLoopbackHost } from "#lib/kernel/http/own-ports.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type Clock, systemClock } from "#lib/kernel/time/clock.ts";
import { backgroundTimers } from "#lib/kernel/time/timers.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import type { RunningService } from "#services/run-service.ts";
import { CalendarSite } from "./calendar/calendar-site.ts";
import { CausedItems } from "./calendar/caused-items.ts";
import { type ChainPayer, openChain, type SandboxChain } from "./chain/open-chain.ts";
import { Checkout } from "./checkout/checkout.ts";
import { reachableUrl, type SandboxConfig } from "./config.ts";
import { Faucet } from "./deposits/faucet.ts";
import { faucetSite } from "./deposits/faucet-site.ts";
import { openDeposits } from "./deposits/open-deposits.ts";
import { createSandboxServer } from "./http.ts";
import { identitySites } from "./identity-provider/identity-site.ts";
import { mailSite } from "./mail/mail-site.ts";
import { partnerSite } from "./partner/partner-site.ts";
import { startPoolTraders } from "./pools/start-pool-traders.ts";
import { openPrices } from "./prices/open-prices.ts";
import { priceSite } from "./prices/price-site.ts";
import { PriceStream } from "./prices/price-stream.ts";
import type { SimulatedPrices } from "./prices/simulated-prices.ts";
import { openRelay } from "./relay/open-relay.ts";
import { RouteChain } from "./routes/route-chain.ts";
import { RoutesSite } from "./routes/routes-site.ts";
import { healthSite } from "./site/health-site.ts";
import type { Site } from "./site/site.ts";
import { CausedEvents } from "./story/caused-events.ts";
import { startHalfHours } from "./story/half-hours.ts";
import { type Crew, startCrew } from "./traders/crew.ts";
import { Visitors } from "./traders/visitors.ts";
import { visitorsSite } from "./traders/visitors-site.ts";
import { openKeyFile } from "./venue/key-file.ts";
import { webhookSite } from "./webhook-receiver/webhook-site.ts";
import { Newsroom } from "./wire/newsroom.ts";
import { WireSite } from "./wire/wire-site.ts";

/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;

/** What all of its sites share. */
type Shared = {
  config: SandboxConfig;
  log: Logger;
  clock: Clock;
  folder: string;
  isDraining: () => boolean;
};

/** Resolves when the traders are quoting. @throws FolderInUseError, and for damaged files */
export async function startSandbox(
  config: SandboxConfig,
  log: Logger,
): Promise<RunningService & { port: number }> {
  const folder = join(config.dataDir, "sandbox");
  const lock = acquireFileLock(join(folder, "lock"));
  const clock = systemClock;
  warnOfStrangers(config, log);
  let draining = false;
  const shared = { config, log, clock, folder, isDraining: () => draining };
  const chain = await openChain(config.chain, { folder, clock, parties: partiesOf(config) });
  const sites = openSites(shared, chain);
  const server = createSandboxServer({ sites, hostNames: config.hostNames, log });
  const { host } = config;
  const { port } = await listen(server, { host, port: config.port, setting: "SANDBOX_PORT" });
  for (const site of sites) await site.start?.(reachableUrl(host, port));
  const stop = async (): Promise<void> => {
    draining = true;
    await Promise.all(sites.map(async (site) => site.stop?.()));
    await closeServer(server, FINISH_MS);
    lock.release();
  };
  return { port, stop };
}

/** With an address of the network, people of that network count as people of this machine. */
function warnOfStrangers({ host }: SandboxConfig, log: Logger): void {
  if (isLoopbackHost(host)) return;
  log.warn(
    { host },
    "whoever reaches this address reads the mailbox, with links that sign in, and signs in as anybody of the simulated provider",
  );
}

/** In the order in which they start and stop. */
function openSites(shared: Shared, chain: SandboxChain): Site[] {
  const { config, log, clock, folder, isDraining } = shared;
  const { seed, venueUrl, smtpPort, metricsAddresses, identityClient: registration } = config;
  const { payer } = chain;
  const prices = openPrices(config, clock.now());
  const feed = config.replay ? "replay" : "simulated";
  const stream = new PriceStream({ prices, feed, clock, log });
  const { deposits, stop: stopDeposits } = openDeposits({ config, payer, folder, log });
  const faucet = new Faucet({ deposits, clock, path: join(folder, "faucet.csv") });
  const traders = openTraders(shared, { faucet, payer });
  return [
    healthSite({ isReady: traders.isQuoting, isDraining, metricsAddresses }),
    mailSite({ folder, smtpPort, clock, log }),
    ...identitySites({ registration, keysPath: join(folder, "identity-keys.json"), log }),
    ...openChainSites(shared, chain),
    { ...faucetSite(faucet), stop: stopDeposits },
    openWire(shared, { prices, stream }),
    openCalendar(shared),
    webhookSite(clock),
    partnerSite(seed, clock),
    priceSite({ prices, stream, feed, seed, venueUrl, clock, isDraining }),
    traders.site,
  ];
}

function openChainSites({ config, folder, clock, log }: Shared, chain: SandboxChain): Site[] {
  const { site, payer } = chain;
  const { checkout: settings } = config;
  const relay = openRelay({ config, payer, folder, clock, log });
  const close = async (): Promise<void> => {
    await relay.stop();
    chain.close();
  };
  return [
    // It stops first: a payment that is not watched any more goes on after the next start.
    ...(settings && payer
      ? [new Checkout({ settings, payer, folder: join(folder, "checkout"), clock, log })]
      : []),
    Object.assign(relay.site, { start: relay.start }),
    Object.assign(site, { stop: close }),
    new RoutesSite(payer && new RouteChain(payer.sender.rpc), log),
  ];
}

/** Makers, takers and traders of pools, which slow down without visitors. */
function openTraders(
  { config: { seed, venueUrl }, folder, clock, log }: Shared,
  { faucet, payer }: { faucet: Faucet; payer: ChainPayer | undefined },
): { site: Site; isQuoting: () => boolean } {
  const visitors = new Visitors(clock);
  let crew: Crew | undefined;
  let stopPools = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const keys = openKeyFile(join(folder, "keys.json"));
    crew = startCrew({ seed, venueUrl, keys, faucet, visitors, clock, log });
    if (payer === undefined) return;
    stopPools = await startPoolTraders({ seed, venueUrl, ...payer, visitors, clock, log });
  };
  const stop = async (): Promise<void> => {
    await Promise.all([crew?.stop(), stopPools()]);
  };
  return {
    site: { ...visitorsSite(visitors), start, stop },
    isQuoting: () => crew?.isQuoting() === true,
  };
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
  { config: { seed, hasStory }, clock, folder, log }: Shared,
  parts: { prices: SimulatedPrices; stream: PriceStream },
): Site {
  const caused = new CausedEvents(join(folder, "story.jsonl"));
  const newsroom = new Newsroom({ seed: hasStory ? seed : undefined, caused, clock });
  const site = new WireSite({ ...parts, caused, newsroom, clock });
  if (!hasStory) return site;
  let stop = async (): Promise<void> => {};
  const start = (): void => {
    const happen = site.happen.bind(site);
    stop = startHalfHours({ caused, happen, timers: backgroundTimers, log });
  };
  const handle = site.handle.bind(site);
  return { paths: site.paths, handle, start, stop: () => stop() };
}

function openCalendar({ config: { seed, hasStory }, clock, folder }: Shared): CalendarSite {
  const caused = new CausedItems(join(folder, "calendar.jsonl"));
  return new CalendarSite({ seed: hasStory ? seed : undefined, caused, clock });
}
