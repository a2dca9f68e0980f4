/** The running processes of a stack: one that dies is started again, or ends them all. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Say, secondsSince, withTicker } from "#scripts/dev/say.ts";
import { Child, type ChildSpec } from "./child.ts";
import { isFree } from "./ports.ts";
import { RESTARTED } from "./processes.ts";

const READY_TIMEOUT_MS = 180_000;
/** Between two starts of a process of a cluster, which may have to wait for its database. */
const RESTART_PAUSE_MS = 500;
/** More deaths in this time stop the stack. */
const RESTARTS = { most: 3, withinMs: 5 * 60_000 };

/** One of the processes as it runs now. */
export type RunningProcess = { name: string; pid: number; url: string };

/** A process lost the race for its port against a program that ignores our reservations. */
export class PortTakenError extends Error {}

export class ProcessGroup {
  readonly failed: Promise<Error>;
  readonly #children = new Set<Child>();
  /** Their end was asked for. */
  readonly #ending = new WeakSet<Child>();
  readonly #say: Say;
  readonly #keepsAll: boolean;
  readonly #fail: (error: Error) => void;
  #restarts: number[] = [];
  #stopping = false;

  /** @param keepsAll starts every process again, however often it dies */
  constructor(say: Say, { keepsAll = false } = {}) {
    this.#say = say;
    this.#keepsAll = keepsAll;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.failed = promise;
    this.#fail = resolve;
  }

  /**
   * @param place.after it cannot become ready before; its patience begins then
   * @throws PortTakenError when the process ended because another program has its port
   */
  async start(
    spec: ChildSpec,
    options: { ports: number[]; host: string; after?: Promise<unknown> | undefined },
  ): Promise<void> {
    const started = performance.now();
    const child = this.#spawn(spec);
    try {
      await Promise.race([options.after, child.exited]);
      const ready = child.waitUntilReady(READY_TIMEOUT_MS);
      await withTicker(this.#say, `starting ${spec.name}`, ready);
    } catch (error) {
      if (this.#stopping || !child.hasExited) throw error;
      for (const port of options.ports) {
        if (await isFree(port, options.host)) continue;
        throw new PortTakenError(`port ${port} was taken while ${spec.name} started`);
      }
      throw error;
    }
    this.#say(`${spec.name} is ready (${secondsSince(started)})`);
    void this.#watch(child);
  }

  /** Process ids by name. */
  get pids(): Record<string, number> {
    return Object.fromEntries([...this.#children].map(({ spec, pid = 0 }) => [spec.name, pid]));
  }

  /** One that dies has another `pid` after its restart, and is missing until then. */
  running(): RunningProcess[] {
    return [...this.#children].flatMap(({ pid, spec: { name, url } }) =>
      pid === undefined ? [] : [{ name, pid, url }],
    );
  }

  signal(name: string, signal: NodeJS.Signals): void {
    this.#find(name).signal(signal);
  }

  /** Ends a process by SIGTERM and starts it again; resolves when it can serve. */
  async restart(name: string): Promise<{ stopMs: number; startMs: number }> {
    const child = this.#find(name);
    this.#ending.add(child);
    const began = performance.now();
    await child.stop();
    const ended = performance.now();
    const next = this.#spawn(child.spec);
    await next.waitUntilReady(READY_TIMEOUT_MS);
    void this.#watch(next);
    return { stopMs: ended - began, startMs: performance.now() - ended };
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#children].map((child) => child.stop()));
  }

  #find(name: string): Child {
    const found = [...this.#children].find(({ spec }) => spec.name === name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return found;
  }

  #spawn(spec: ChildSpec): Child {
    const child = new Child(spec);
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }

  async #watch(child: Child): Promise<void> {
    await child.exited;
    if (this.#stopping || this.#ending.has(child)) return;
    if (this.#keepsAll) return this.#keep(child);
    const now = Date.now();
    this.#restarts = this.#restarts.filter((at) => now - at < RESTARTS.withinMs);
    if (!isRestarted(child.spec) || this.#restarts.length >= RESTARTS.most) {
      this.#fail(new Error(child.describeEnd()));
      return;
    }
    this.#restarts.push(now);
    this.#say(`${child.describeEnd()}\n${child.spec.name} is started again`);
    const next = this.#spawn(child.spec);
    try {
      await next.waitUntilReady(READY_TIMEOUT_MS);
      this.#say(`${child.spec.name} is ready again`);
      void this.#watch(next);
    } catch (error) {
      if (!this.#stopping) this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #keep(ended: Child): Promise<void> {
    this.#say(`${ended.describeEnd().split("\n", 1)[0]}`);
    await sleep(RESTART_PAUSE_MS);
    if (!this.#stopping) void this.#watch(this.#spawn(ended.spec));
  }
}

function isRestarted({ name }: ChildSpec): boolean {
  return RESTARTED.some((one) => one === name);
}
