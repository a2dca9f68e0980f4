/** Runs a service until a signal ends it. */
import { createLogger, type Logger } from "#lib/platform/log.ts";

export async function runService(
  name: string,
  start: () => Promise<{ log: Logger; port: number; stop: () => Promise<void> }>,
): Promise<void> {
  try {
    const { log, port, stop } = await start();
    log.info({ port }, `${name} is up`);
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        stop().then(
          () => process.exit(0),
          (error: unknown) => {
            log.fatal({ err: error }, `${name} did not stop in order`);
            process.exit(1);
          },
        );
      });
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : `${name} stops`;
    createLogger(name, "info").fatal({ err: error }, message);
    process.exit(1);
  }
}
