/**
 * The follower's thread. It works in slices and rests in between, so that it takes about a seventh of a core while the
 * venue is busy; when a call waits for it, when accounts are followed, or when it has fallen far behind, it does not rest. Once it has caught up it
 * proves the part of the journal that the start from a snapshot skipped, at the same pace.
 */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { AccountHub } from "#services/venue/account-events/account-hub.ts";
import { ChainCheck } from "#services/venue/journal/chain-check.ts";
import { SharedHeights, STOP_REQUEST } from "#services/venue/link/shared-heights.ts";
import { Follower } from "./follower.ts";
import { HubPorts } from "./hub-ports.ts";
import type { FollowerMessage, FollowerThreadData, ToFollower } from "./thread-messages.ts";

const SLICE_MS = 10;
const DUTY = 0.15;
/** Pause between two polls of a venue that it has caught up with; the history lags by as much. */
const IDLE_MS = 200;
/** While accounts are followed, blocks that come within so long of the last look are looked at together. */
const GATHER_MS = 4;
/** Blocks of lag at which it stops resting. The engine still holds the orders that closed since then. */
const FAR_BEHIND = 1_000;

function post(message: FollowerMessage): void {
  parentPort?.postMessage(message);
}

function nextGateway(): ToFollower["gateway"] | undefined {
  if (parentPort === null) return undefined;
  const received = receiveMessageOnPort(parentPort);
  return (received?.message as ToFollower | undefined)?.gateway;
}

const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(4));

function sleep(milliseconds: number): void {
  if (milliseconds > 0) Atomics.wait(NOBODY_WAKES, 0, 0, milliseconds);
}

/** Milliseconds to rest after work of so much CPU. */
function restAfter(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  const spent = (user + system) / 1_000;
  return (spent * (1 - DUTY)) / DUTY;
}

/** The part of the journal before `follower` began, a slice at a time. */
class OlderPart {
  readonly #check: ChainCheck;
  readonly #blocks: number;
  readonly #started = performance.now();
  /** Waking the thread does not hasten this. */
  #nextSliceAt = 0;

  constructor(folder: string, { start }: Follower) {
    this.#check = new ChainCheck(folder, start);
    this.#blocks = start.height;
  }

  /** Milliseconds until there is more to do, `IDLE_MS` at most. */
  work(): number {
    if (this.#check.isDone) return IDLE_MS;
    if (performance.now() >= this.#nextSliceAt) {
      const before = process.threadCpuUsage();
      if (this.#check.work(SLICE_MS)) {
        const milliseconds = Math.round(performance.now() - this.#started);
        post({ verified: { blocks: this.#blocks, milliseconds } });
        return IDLE_MS;
      }
      this.#nextSliceAt = performance.now() + restAfter(before);
    }
    return Math.min(IDLE_MS, this.#nextSliceAt - performance.now());
  }

  close(): void {
    this.#check.close();
  }
}

function run({ folder, memory }: FollowerThreadData): void {
  const shared = new SharedHeights(memory);
  const follower = Follower.open({ folder, onWarning: (warning) => post({ warning }) });
  const older = new OlderPart(folder, follower);
  const hub = new AccountHub(follower, () => performance.now());
  follower.onBlock = (block) => hub.applied(block);
  const ports = new HubPorts(hub);
  let hurried = false;
  for (;;) {
    const { stopRequest, requestCount } = shared;
    for (let port = nextGateway(); port !== undefined; port = nextGateway()) ports.add(port);
    // Before the height is read: who asks now has seen nothing newer.
    ports.take();
    follower.durable(shared.durable);
    if (stopRequest === STOP_REQUEST.now) break;
    const before = process.threadCpuUsage();
    const isWanted = !hub.isFollowed || shared.wanted > follower.committed;
    const isThere = follower.work(SLICE_MS, isWanted);
    shared.followed = follower.committed;
    if (isThere) ports.answer();
    const nextFigures = hub.flush();
    shared.isLive = hub.isFollowed;
    if (isThere && stopRequest === STOP_REQUEST.withSnapshot) {
      follower.snapshot();
      break;
    }
    const isFar = shared.durable - follower.height > FAR_BEHIND;
    if (!isThere && (hurried || isFar)) continue;
    if (!isThere && hub.isFollowed) continue;
    const rest = restAfter(before);
    const idle = isThere ? Math.min(IDLE_MS, rest + older.work()) : rest;
    const pause = nextFigures === undefined ? idle : Math.min(idle, nextFigures);
    const lookedAt = performance.now();
    hurried = shared.rest(requestCount, pause);
    if (hurried && hub.isFollowed) sleep(lookedAt + GATHER_MS - performance.now());
  }
  older.close();
  follower.close();
}

try {
  run(workerData as FollowerThreadData);
} catch (error) {
  post({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
