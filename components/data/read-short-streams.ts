/** Requests short streams until their owner closes them, or until the server refuses one. */
import { createParser } from "eventsource-parser";
import type { ShortStreams } from "./short-streams.ts";
import { wait } from "./wait.ts";

const SECONDS = 2;
const ANSWER_WITHIN_MS = 10_000;
/** Between two requests, so that a server which ends its answers early is not flooded. */
const PAUSE_MS = 300;
const CLOSED = 2;

export async function readShortStreams(streams: ShortStreams, url: string): Promise<void> {
  const address = `${url}${url.includes("?") ? "&" : "?"}seconds=${SECONDS}`;
  let lastEventId = "";
  while (streams.readyState !== CLOSED) {
    const answer = await read(address, lastEventId);
    if (streams.readyState === CLOSED) return;
    // A refusal is the owner's to retry, as with an EventSource.
    if (answer === "refused") streams.readyState = CLOSED;
    else if (answer !== "lost") {
      streams.onopen?.(new Event("open"));
      createParser({
        onEvent: ({ event = "message", id, data }) => {
          lastEventId = id ?? lastEventId;
          const given = new MessageEvent("message", { data, lastEventId });
          streams.listeners.get(event)?.(given);
        },
      }).feed(answer);
    }
    streams.onerror?.(new Event("error"));
    await wait(PAUSE_MS);
  }
}

async function read(url: string, lastEventId: string): Promise<string> {
  try {
    const answer = await fetch(url, {
      cache: "no-store",
      headers: lastEventId === "" ? {} : { "Last-Event-ID": lastEventId },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answer.ok ? await answer.text() : "refused";
  } catch {
    return "lost";
  }
}
