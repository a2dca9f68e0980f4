/** A Postgres server with a synchronous standby server, on this machine, for tests that break the first one. */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Where the server's programs are, if they are. They refuse to run as root: the user `postgres` runs them then. */
type Programs = { folder: string; user: { uid: number; gid: number } | undefined };

export function findPostgresPrograms(): Programs | undefined {
  const folder = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  if (!folder || spawnSync(join(folder, "initdb"), ["--version"]).status !== 0) return undefined;
  if (process.getuid?.() !== 0) return { folder, user: undefined };
  const id = (flag: string) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" });
  if (id("-u").status !== 0) return undefined;
  return { folder, user: { uid: Number(id("-u").stdout), gid: Number(id("-g").stdout) } };
}

export class PostgresPair {
  readonly #programs: Programs;
  readonly folder: string;
  readonly #ports: { first: number; second: number };

  private constructor(
    programs: Programs,
    folder: string,
    ports: { first: number; second: number },
  ) {
    this.#programs = programs;
    this.folder = folder;
    this.#ports = ports;
  }

  /** Commits of the first server wait for the second from the start. */
  static async start(programs: Programs, folder: string): Promise<PostgresPair> {
    mkdirSync(folder, { recursive: true });
    if (programs.user !== undefined) chownSync(folder, programs.user.uid, programs.user.gid);
    const ports = { first: await freePort(), second: await freePort() };
    const pair = new PostgresPair(programs, folder, ports);
    pair.#run("initdb", "-D", join(folder, "first"), "--auth=trust", "-U", "postgres", "-N");
    const settings = [
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folder}'`,
      "shared_buffers = 32MB",
    ];
    pair.#configure("first", `port = ${ports.first}`, ...settings);
    pair.#control("first", "start");
    const source = `host=127.0.0.1 port=${ports.first} user=postgres application_name=second`;
    pair.#run("pg_basebackup", "-d", source, "-D", join(folder, "second"), "-R", "-c", "fast");
    pair.#configure("second", `port = ${ports.second}`);
    pair.#control("second", "start");
    pair.#configure("first", "synchronous_standby_names = 'second'");
    pair.#control("first", "reload");
    await pair.#untilSynchronous();
    return pair;
  }

  get firstUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#ports.first}/postgres`;
  }

  get secondUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#ports.second}/postgres`;
  }

  /** All processes of the first server. */
  signalFirst(signal: "SIGKILL" | "SIGSTOP"): void {
    const pid = this.#pid("first");
    // Stopped first, it makes no other children.
    process.kill(pid, "SIGSTOP");
    const children = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout;
    for (const child of children.split("\n").filter(Boolean)) {
      try {
        process.kill(Number(child), signal);
      } catch {
        // A session that has just ended.
      }
    }
    process.kill(pid, signal);
  }

  promoteSecond(): void {
    this.#control("second", "promote");
  }

  stop(): void {
    for (const stopFirst of [
      () => this.signalFirst("SIGKILL"),
      () => this.#control("second", "stop"),
    ]) {
      try {
        stopFirst();
      } catch {
        // It has ended already.
      }
    }
  }

  async #untilSynchronous(): Promise<void> {
    const client = new pg.Client({ connectionString: this.firstUrl });
    await client.connect();
    const text = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await client.query(text)).rowCount === 0) await sleep(20);
    await client.end();
  }

  #pid(name: string): number {
    return Number(readFileSync(join(this.folder, name, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  #configure(name: string, ...lines: string[]): void {
    appendFileSync(join(this.folder, name, "postgresql.conf"), `${lines.join("\n")}\n`);
  }

  #control(name: string, command: "start" | "reload" | "promote" | "stop"): void {
    const location = ["-D", join(this.folder, name), "-l", join(this.folder, `${name}.log`)];
    this.#run(
      "pg_ctl",
      ...location,
      "-w",
      ...(command === "stop" ? ["-m", "immediate"] : []),
      command,
    );
  }

  #run(program: string, ...given: string[]): void {
    const path = join(this.#programs.folder, program);
    execFileSync(path, given, { ...this.#programs.user, cwd: this.folder, stdio: "ignore" });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
