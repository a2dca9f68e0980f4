/** Runs a service as a process of its own until a signal ends it, or until it cannot go on. */
import { createLogger, type Logger } from "#lib/kernel/log/log.ts";

export type RunningService = {
  /** Rejects when only a restart from the disk can go on. */
  failed?: Promise<never>;
  stop: () => Promise<void>;
};

export type StartService<Config> = (
  config: Config,
  log: Logger,
) => Promise<RunningService & { port: number }>;

type ServiceConfig = { logLevel: string };

/** Starts a service with a log of its own. */
export async function startService<Config extends ServiceConfig>(
  name: string,
  config: Config,
  start: StartService<Config>,
): Promise<RunningService> {
  const log = createLogger(name, config.logLevel);
  const service = await start(config, log);
  log.info({ port: service.port }, `${name} is up`);
  return service;
}

/** The whole life of a process that consists of one service. */
export function runService<Config extends ServiceConfig>(
  name: string,
  readConfig: () => Config,
  start: StartService<Config>,
): Promise<void> {
  return runProcess(name, async () => startService(name, readConfig(), start));
}

/**
 * Exits with 0 after a stop in order, and with 1 after a failure. A signal before the end of the start exits with 0 at
 * once: the start may wait for another process for long, and what was answered until then is on the disk.
 */
export async function runProcess(
  name: string,
  start: () => Promise<RunningService>,
): Promise<void> {
  const end = (error: unknown, fallback: string): never => {
    const text = error instanceof Error ? error.message : fallback;
    createLogger(name, "info").fatal({ err: error }, text);
    process.exit(1);
  };
  let stop = async (): Promise<void> => {};
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => end(error, `${name} did not stop in order`),
      );
    });
  }
  try {
    const service = await start();
    stop = service.stop;
    service.failed?.catch((error: unknown) => end(error, `${name} cannot go on`));
  } catch (error) {
    end(error, `${name} did not start`);
  }
}
