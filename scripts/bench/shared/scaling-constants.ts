/** The content of `docs/scaling-constants.json`: figures of one machine, written by the benchmarks. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type ScalingConstants = {
  /** Written by `npm run bench:streams -- --record`; all clients follow every event of one market and two bars. */
  streams: {
    /** Date, ISO. */
    measuredAt: string;
    cpu: string;
    clients: number;
    /** Events per second of one client. */
    eventsPerSecond: number;
    writesPerSecond: number;
    bytesPerSecond: number;
    /** Share of the book in the bytes. */
    bookShare: number;
    cpuMillisecondsPerThousandEvents: number;
    latencyP99Milliseconds: number;
    /** Share of one core that a replica with one market needs without clients. */
    idleCoreShare: number;
    kilobytesPerConnection: number;
  };
  /** Written by `npm run bench:venue -- --record`: one public read in the mix of a replica. */
  venue: { measuredAt: string; cpuMicrosecondsPerRead: number; bytesPerRead: number };
};

export const CONSTANTS_FILE = fileURLToPath(
  new URL("../../../docs/scaling-constants.json", import.meta.url),
);

export function readConstants(): ScalingConstants {
  return JSON.parse(readFileSync(CONSTANTS_FILE, "utf8")) as ScalingConstants;
}
