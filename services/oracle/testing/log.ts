/** For tests: a logger as processes have it, whose lines are kept. */
import { Writable } from "node:stream";
import { pino } from "pino";
import type { Logger } from "#lib/kernel/log/log.ts";

export function captureLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: "trace" }, stream), lines };
}
