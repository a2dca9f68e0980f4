/** What libraries write to the console goes through the log, which redacts credentials that a stranger's request contains. */
import { formatWithOptions } from "node:util";
import type { Logger } from "./log.ts";

const LEVELS = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;
const MAX_LENGTH = 4_000;

/** Replaces the methods of `target` from now on. An error keeps its stack and nothing else that its text does not say. */
export function sendConsoleToLog(
  log: Pick<Logger, "error" | "warn" | "info" | "debug">,
  target: Pick<Console, keyof typeof LEVELS> = console,
): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    target[method as keyof typeof LEVELS] = (...given: unknown[]) => {
      const err = given.find((one) => one instanceof Error);
      const others = given.filter((one) => one !== err);
      const text =
        others.length > 0
          ? formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, ...others).slice(
              0,
              MAX_LENGTH,
            )
          : err?.message;
      log[level](err === undefined ? {} : { err }, text ?? "");
    };
  }
}
