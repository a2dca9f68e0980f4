/**
 * Messages between tabs. A channel belongs to one origin, but another tab may run another build or be tampered with, so
 * messages are checked like those of the stream.
 */
import { isRecord } from "#lib/protocol/is-record.ts";
import { isKlineInterval } from "#lib/protocol/kline.ts";
import { ALL_EVENTS } from "./account-follow.ts";
import type { Follow } from "./stream-plan.ts";
import type { Frame, Link } from "./stream-pool.ts";

/** Change this number with the message types: tabs of different versions then share nothing. */
const PROTOCOL = 2;
export const SHARED_NAME = `svc-stream-${PROTOCOL}`;

export type TabMessage =
  | {
      kind: "want";
      tab: string;
      follows: readonly Follow[];
      /** Requests the state of everything that is followed. */
      state: boolean;
      /** The tab is visible or online again and asks for a check of the stream. */
      wake: boolean;
    }
  | { kind: "leave"; tab: string };

/** `term` grows with each leader, `seq` with each message of a leader, so that a tab notices missed messages. */
export type LeaderMessage = { term: number; seq: number; link: Link } & LeaderContent;

export type LeaderContent =
  /** Announces the leader, and asks all tabs what they follow. */
  | { kind: "lead" }
  | { kind: "pulse" }
  | { kind: "frame"; frame: Frame }
  | { kind: "state"; tab: string; frames: readonly Frame[] };

/** The message, or `undefined` when the data has another shape. */
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
    (ALL_EVENTS as readonly unknown[]).includes(data.event) &&
    typeof data.text === "string" &&
    Number.isFinite(data.at)
  );
}

const CONNECTION_STATES: readonly unknown[] = ["connecting", "open", "polling", "reconnecting"];

function isLink(data: unknown): boolean {
  return (
    isRecord(data) && CONNECTION_STATES.includes(data.connection) && Number.isFinite(data.losses)
  );
}
