/** Venue processes that share a journal, for tests that kill, stop and wake them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { OPERATOR_KEY } from "#services/venue/venue.testing.ts";

export class VenueNode {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #journalUrl: string;
  #child: ChildProcess | undefined;
  /** The output of every start of this node. */
  log = "";
  /** The exit code; null after a signal. */
  exited: Promise<number | null> = Promise.resolve(null);

  private constructor(folder: string, port: number, journalUrl: string) {
    this.#folder = folder;
    this.#port = port;
    this.#journalUrl = journalUrl;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** On a port that is free now. It is not started. */
  static async create(folder: string, journalUrl: string): Promise<VenueNode> {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, "close");
    return new VenueNode(folder, port, journalUrl);
  }

  /** Resolves when it listens, as standby at first. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, ["services/venue/main.ts"], {
      env: {
        NODE_ENV: "test",
        ...COMPILED,
        DATA_DIR: this.#folder,
        VENUE_PORT: String(this.#port),
        VENUE_JOURNAL_URL: this.#journalUrl,
        VENUE_NODE_URL: this.url,
        VENUE_GATEWAYS: "1",
        VENUE_ADDRESS_LIMIT: "10000000",
        VENUE_ACCOUNT_LIMIT: "1000000",
        VENUE_OPERATOR_KEY: OPERATOR_KEY,
        LOG_LEVEL: "info",
        ...settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    this.exited = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
    const before = this.log.length;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) =>
        reject(new Error(`the venue exited with ${code}: ${this.log.slice(before)}`)),
      );
      child.stdout?.on("data", (data: Buffer) => {
        this.log += data.toString();
        if (this.log.includes("standing by", before)) resolve();
      });
    });
  }

  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT" | "SIGTERM"): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.exited;
  }

  /** Whether it answers as the primary. */
  async isPrimary(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
