/** What the route wrapper needs of the process; tests put their own clock, log and session here. */
import { type Clock, systemClock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { createLogger, type Logger } from "#lib/log.ts";
import { readSession } from "#lib/wallet-session/session.ts";

export type HttpRuntime = {
  /** The app's own address, without a slash at the end. */
  baseUrl: string;
  /** Answers are checked against their schemas unless this is set. */
  production: boolean;
  clock: Clock;
  log: Pick<Logger, "error" | "warn">;
  /** The account of a valid session cookie. */
  readSession: (headers: Headers) => Promise<{ account: string } | undefined>;
};

let runtime: HttpRuntime | undefined;

/** The runtime of this process, made from its configuration at first use. */
export function httpRuntime(): HttpRuntime {
  runtime ??= fromConfig();
  return runtime;
}

/** For tests: replaces parts of the runtime; without an argument the configuration counts again. */
export function useHttpRuntime(parts?: Partial<HttpRuntime>): void {
  runtime = parts === undefined ? undefined : { ...fromConfig(), ...parts };
}

function fromConfig(): HttpRuntime {
  const { baseUrl, production, logLevel } = config();
  return {
    baseUrl,
    production,
    clock: systemClock,
    log: createLogger("http", logLevel),
    readSession,
  };
}
