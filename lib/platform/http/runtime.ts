/** What request handling needs from the process. Tests replace its clock and log. */

import { createLogger, type Logger } from "#lib/kernel/log/log.ts";
import { type Clock, systemClock } from "#lib/kernel/time/clock.ts";
import type { Actor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { CredentialScheme, UnauthenticatedCall } from "./authentication.ts";

export type HttpRuntime = {
  /** The app's own address, without a slash at the end. */
  baseUrl: string;
  /** Unless set, answers are checked against their schemas. */
  production: boolean;
  clock: Clock;
  log: Pick<Logger, "error" | "warn">;
  /** Only in tests: the caller, instead of the one that the credential proves. */
  resolveActor?: (scheme: CredentialScheme, call: UnauthenticatedCall) => Promise<Actor>;
};

let runtime: HttpRuntime | undefined;

/** The runtime of this process, created from its configuration at first use. */
export function httpRuntime(): HttpRuntime {
  runtime ??= fromConfig();
  return runtime;
}

/** For tests: replaces parts of the runtime; without an argument it resets them to the configuration. */
export function setHttpRuntime(parts?: Partial<HttpRuntime>): void {
  runtime = parts === undefined ? undefined : { ...fromConfig(), ...parts };
}

function fromConfig(): HttpRuntime {
  const { baseUrl, production, logLevel } = config();
  return {
    baseUrl,
    production,
    clock: systemClock,
    log: createLogger("http", logLevel),
  };
}
