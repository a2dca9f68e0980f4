/**
 * What one client of the app received in some seconds, and its repetition: the peers send the same events as the app
 * at the same moments, so that only the way of sending differs.
 */
import { restamp } from "./stamps.ts";

export type ScriptEvent = { event: string; data: string };

/** Events that the app wrote together, and the time of the write in milliseconds from the beginning. */
export type ScriptBatch = { at: number; events: ScriptEvent[] };

export type Script = { length: number; batches: ScriptBatch[] };

export function eventsPerSecond({ batches, length }: Script): number {
  const events = batches.reduce((sum, batch) => sum + batch.events.length, 0);
  return (events / length) * 1_000;
}

/** Event and data of each message in `text`; skips comments and `retry`. */
export function parseEvents(text: string): ScriptEvent[] {
  const events: ScriptEvent[] = [];
  for (const message of text.split("\n\n")) {
    const event = /^event: (.*)$/m.exec(message)?.[1];
    const data = /^data: (.*)$/m.exec(message)?.[1];
    if (event !== undefined && data !== undefined) events.push({ event, data });
  }
  return events;
}

export function frameOf({ event, data }: ScriptEvent): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** Gives each due batch to `send`, stamped with that moment, in a loop until the caller calls the returned function. */
export function replay(script: Script, send: (events: ScriptEvent[]) => void): () => void {
  let next = 0;
  let seq = 0;
  let lapStartedAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    const batch = script.batches[next];
    if (batch === undefined) {
      next = 0;
      lapStartedAt += script.length;
      if (script.batches.length > 0) schedule();
      return;
    }
    timer = setTimeout(() => run(batch), Math.max(0, lapStartedAt + batch.at - Date.now()));
  };
  const run = ({ events }: ScriptBatch) => {
    next += 1;
    const now = Date.now();
    send(
      events.map(({ event, data }) => {
        if (event === "bbo") seq += 1;
        return { event, data: restamp(event, data, { now, seq }) };
      }),
    );
    schedule();
  };
  schedule();
  return () => clearTimeout(timer);
}
