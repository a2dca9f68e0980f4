/**
 * What tabs say to each other. A channel is of one origin, but the other tab may run another build or be tampered
 * with: a message is checked like one of the stream, and the text of a frame is parsed only as the stream's own.
 */
import { isKlineInterval } from "#lib/protocol/kline.ts";
import { isStreamEvent } from "#lib/protocol/market-data.ts";
import { isRecord } from "./events.ts";
import type { Follow } from "./plan.ts";
import type { Frame, Link } from "./pool.ts";

/** Tabs of different builds share nothing unless they speak the same: a change of these types is a new number. */
const PROTOCOL = 1;
export const SHARED_NAME = `svc-stream-${PROTOCOL}`;

export type TabMessage =
  | {
      kind: "want";
      tab: string;
      follows: readonly Follow[];
      /** The state of all that is followed, please. */
      state: boolean;
      /** This tab has just been looked at, or is online again: is the stream alive? */
      wake: boolean;
    }
  | { kind: "leave"; tab: string };

/** `term` grows with each leader, `seq` by one with each of its messages: a tab sees what it missed. */
export type LeaderMessage = { term: number; seq: number; link: Link } & LeaderContent;

export type LeaderContent =
  /** Says who leads, and asks all tabs what they want. */
  | { kind: "lead" }
  | { kind: "pulse" }
  | { kind: "frame"; frame: Frame }
  | { kind: "state"; tab: string; frames: readonly Frame[] };

/** `undefined` for anything that is not of these shapes. */
export function readMessage(data: unknown): TabMessage | LeaderMessage | undefined {
  if (!isRecord(data)) return undefined;
  return isTabMessage(data) || isLeaderMessage(data)
    ? (data as unknown as TabMessage | LeaderMessage)
    : undefined;
}

function isTabMessage(data: Record<string, unknown>): boolean {
  if (typeof data.tab !== "string") return false;
  if (data.kind === "leave") return true;
  return (
    data.kind === "want" &&
    typeof data.state === "boolean" &&
    typeof data.wake === "boolean" &&
    Array.isArray(data.follows) &&
    data.follows.every(isFollow)
  );
}

function isLeaderMessage(data: Record<string, unknown>): boolean {
  if (!Number.isFinite(data.term) || !Number.isFinite(data.seq) || !isLink(data.link)) return false;
  if (data.kind === "frame") return isFrame(data.frame);
  if (data.kind === "state") {
    return typeof data.tab === "string" && Array.isArray(data.frames) && data.frames.every(isFrame);
  }
  return data.kind === "lead" || data.kind === "pulse";
}

function isFollow(data: unknown): boolean {
  return (
    isRecord(data) &&
    typeof data.market === "string" &&
    Array.isArray(data.intervals) &&
    data.intervals.every((interval) => typeof interval === "string" && isKlineInterval(interval))
  );
}

function isFrame(data: unknown): boolean {
  return (
    isRecord(data) &&
    typeof data.market === "string" &&
    typeof data.event === "string" &&
    isStreamEvent(data.event) &&
    typeof data.text === "string" &&
    Number.isFinite(data.at)
  );
}

const CONNECTION_STATES: readonly unknown[] = ["connecting", "open", "reconnecting"];

function isLink(data: unknown): boolean {
  return (
    isRecord(data) && CONNECTION_STATES.includes(data.connection) && Number.isFinite(data.losses)
  );
}
