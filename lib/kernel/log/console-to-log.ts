/** What libraries write to the console goes through the log, which redacts credentials that a stranger's request contains. */
import { formatWithOptions } from "node:util";
import type { Logger } from "./log.ts";

const LEVELS = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;
const MAX_LENGTH = 4_000;

/** Replaces the methods of `target` from now on. The log decides what of an error may be shown. */
export function sendConsoleToLog(
  log: Pick<Logger, "error" | "warn" | "info" | "debug">,
  target: Pick<Console, keyof typeof LEVELS> = console,
): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    target[method as keyof typeof LEVELS] = (...given: unknown[]) => {
      const [err, ...more] = given.filter((one) => one instanceof Error);
      const others = given.filter((one) => !(one instanceof Error));
      const fields = err === undefined ? {} : { err };
      if (others.length > 0) log[level](fields, textOf(others));
      else if (err !== undefined) log[level](fields);
      for (const one of more) log[level]({ err: one });
    };
  }
}

function textOf(values: unknown[]): string {
  const options = { breakLength: Number.POSITIVE_INFINITY };
  return formatWithOptions(options, ...values).slice(0, MAX_LENGTH);
}
