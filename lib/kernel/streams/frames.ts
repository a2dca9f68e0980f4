/** Server-sent events as bytes. An event is serialized once for all its readers. */

export type Frame = {
  bytes: Buffer;
  /** A later frame with the same key replaces this one for a reader that is behind; `undefined`: never. */
  key: string | undefined;
};

/** Frames that go out in one write for each connection. Both forms share their memory. */
export type Batch = {
  frames: readonly Frame[];
  /** A chunk of HTTP/1.1, framed once for all readers. */
  chunk: Buffer;
  /** The same without the framing, for HTTP/1.0. */
  plain: Buffer;
};

/** One server-sent event. No field has a line break. */
export type ServerSentEvent = {
  /** The reader's last event id from then on; absent: it keeps the one it has. */
  id?: string;
  event: string;
  json: string;
  /** As in {@link Frame}. */
  key?: string | undefined;
};

/**
 * First on every stream: a browser reconnects after 3 s (docs/api/streams.md). It belongs to the block of the first event: several
 * libraries take a block without data for a broken one.
 */
export const RETRY: Frame = { bytes: Buffer.from("retry: 3000\n"), key: undefined };

export function frameOf(event: ServerSentEvent): Frame {
  return { bytes: Buffer.from(textOf(event)), key: event.key };
}

function textOf({ id, event, json }: ServerSentEvent): string {
  const named = id === undefined ? "" : `id: ${id}\n`;
  return `${named}event: ${event}\ndata: ${json}\n\n`;
}

export function batchOf(frames: readonly Frame[]): Batch {
  const size = frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const head = Buffer.from(`${size.toString(16)}\r\n`);
  const tail = Buffer.from("\r\n");
  const chunk = Buffer.concat([head, ...frames.map(({ bytes }) => bytes), tail]);
  return { frames, chunk, plain: chunk.subarray(head.length, head.length + size) };
}

/** The same of events that a few readers get: their frames are made only for one that is behind. */
export function batchOfEvents(events: readonly ServerSentEvent[]): Batch {
  const text = events.map(textOf).join("");
  const size = Buffer.byteLength(text);
  const head = `${size.toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  let frames: readonly Frame[] | undefined;
  return {
    chunk,
    plain: chunk.subarray(head.length, head.length + size),
    get frames() {
      frames ??= events.map(frameOf);
      return frames;
    },
  };
}
