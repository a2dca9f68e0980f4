/** The venue in its own process, for tests that kill it. */
import { type ChildProcess, spawn } from "node:child_process";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { OPERATOR_KEY } from "./venue.testing.ts";

export type VenueProcess = {
  url: string;
  /** SIGKILL: nothing is flushed or drained. */
  kill: () => Promise<void>;
  /** SIGTERM: requests are finished, a snapshot is written. Returns the exit code. */
  stop: () => Promise<number | null>;
};

/** Starts it on a free port over a data folder. @throws Error when it ends before it listens */
export async function spawnVenue(
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<VenueProcess> {
  const child: ChildProcess = spawn(process.execPath, ["services/venue/main.ts"], {
    env: {
      NODE_ENV: "test",
      ...COMPILED,
      DATA_DIR: dataFolder,
      VENUE_PORT: "0",
      VENUE_GATEWAYS: "2",
      VENUE_ADDRESS_LIMIT: "10000000",
      VENUE_ACCOUNT_LIMIT: "1000000",
      VENUE_WITHDRAWAL_FEE: "0",
      VENUE_WITHDRAWALS_A_DAY: "10000",
      VENUE_OPERATOR_KEY: OPERATOR_KEY,
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the venue exited with ${code}: ${said}`)));
    child.stdout?.on("data", (data: Buffer) => {
      said += data.toString();
      const found = /"port":(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const end = (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
  };
}
