/** What request handling needs of the process. Tests replace its clock and log. */
import type { Actor } from "#lib/platform/actor.ts";
import { type Clock, systemClock } from "#lib/platform/clock.ts";
import { config } from "#lib/platform/config.ts";
import { createLogger, type Logger } from "#lib/platform/log.ts";
import type { CredentialScheme, UnauthenticatedCall } from "./authentication.ts";

export type HttpRuntime = {
  /** The app's own address, without a slash at the end. */
  baseUrl: string;
  /** Answers are checked against their schemas unless this is set. */
  production: boolean;
  clock: Clock;
  log: Pick<Logger, "error" | "warn">;
  /** Set by tests alone: who calls, in place of the credential that the request shows. */
  resolveActor?: (scheme: CredentialScheme, call: UnauthenticatedCall) => Promise<Actor>;
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
  };
}
