/**
 * The streams of accounts that this gateway's readers have open. The follower sends each event once a gateway, and it is
 * made into bytes once for all readers of its account.
 */
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  batchOf,
  batchOfEvents,
  frameOf,
  RETRY,
  type ServerSentEvent,
} from "#lib/kernel/streams/frames.ts";
import { HEARTBEAT } from "#lib/kernel/streams/heartbeat.ts";
import { OpenReaders } from "#lib/kernel/streams/open-readers.ts";
import { StreamReader } from "#lib/kernel/streams/slow-reader.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { HubLink } from "#services/venue/link/hub-link.ts";
import type { Following, FromHub, StreamEvent } from "#services/venue/link/hub-messages.ts";

/** Most streams of one account at this gateway. */
const MAX_STREAMS_PER_ACCOUNT = 8;
/** Most accounts of a stream of several. */
export const MAX_FOLLOWED = 10_000;
const RETRY_AFTER_SECONDS = 3;

/** Who reads a stream: its credential is asked again before anything is sent. */
export type StreamCredential = { isValid: () => boolean };

type OpenStream = {
  number: number;
  reader: StreamReader;
  credential: StreamCredential;
  /** Whose events it shows. */
  accounts: Set<string>;
};

export type AccountStreamsOptions = {
  hub: HubLink;
  timers: Timers;
  /** Nothing may leave when another process may be the primary. */
  isPrimary: () => boolean;
};

export class AccountStreams {
  readonly #options: AccountStreamsOptions;
  readonly #streams = new Map<number, OpenStream>();
  readonly #byAccount = new Map<string, Set<OpenStream>>();
  /** Streams of one account each, those included whose first events have not come yet. */
  readonly #counts = new Map<string, number>();
  readonly #calls = new Map<number, (isKnown: boolean) => void>();
  readonly #open: OpenReaders;
  #number = 0;

  constructor(options: AccountStreamsOptions) {
    this.#options = options;
    options.hub.onMessage((message) => this.#receive(message));
    this.#open = new OpenReaders({
      timers: options.timers,
      onHeartbeat: () => {
        const batch = batchOf([HEARTBEAT]);
        for (const stream of this.#streams.values()) {
          if (this.#mayRead(stream)) stream.reader.send(batch);
        }
      },
    });
  }

  /** @throws TOO_MANY_STREAMS */
  admit(account: string): void {
    if ((this.#counts.get(account) ?? 0) < MAX_STREAMS_PER_ACCOUNT) return;
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    throw new ServiceError("TOO_MANY_STREAMS", {
      most: MAX_STREAMS_PER_ACCOUNT,
      retryAfterSeconds,
    });
  }

  /** Streams one account to a response whose head is sent. */
  begin(to: StreamTarget, following: Following): void {
    const stream = this.#add(to, undefined);
    this.#count(following.account, 1);
    to.response.on("close", () => this.#count(following.account, -1));
    stream.reader.send(batchOf([RETRY]));
    this.#options.hub.post({ type: "follow", stream: stream.number, accounts: [following] });
  }

  /** A stream of the accounts that `change` adds; its first event says its name. */
  beginSeveral(to: StreamTarget): void {
    const name = randomBytes(16).toString("hex");
    const stream = this.#add(to, name);
    this.#options.hub.post({ type: "open", stream: stream.number, name });
    const opened = frameOf({ event: "stream", json: JSON.stringify({ stream: name }) });
    stream.reader.send(batchOf([RETRY, opened]));
  }

  /** Resolves when the follower has taken it; false when no gateway has such a stream. */
  change(
    name: string,
    accounts: { follow: readonly Following[]; unfollow: readonly string[] },
  ): Promise<boolean> {
    this.#number += 1;
    const call = this.#number;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#calls.set(call, resolve);
    this.#options.hub.post({ type: "change", call, name, ...accounts });
    return promise;
  }

  #receive(message: FromHub): void {
    switch (message.type) {
      case "following": {
        const stream = this.#streams.get(message.stream);
        if (stream === undefined) this.#forget(message.stream, [message.account]);
        else if (this.#show(stream, message.account)) this.#send(stream, message.events);
        break;
      }
      case "unfollow": {
        const stream = this.#streams.get(message.stream);
        if (stream !== undefined) this.#hide(stream, message.accounts);
        break;
      }
      case "changed":
        this.#calls.get(message.call)?.(message.isKnown);
        this.#calls.delete(message.call);
        break;
      case "events":
        for (const { account, events } of message.batches) this.#sendAll(account, events);
    }
  }

  /** Ends every stream cleanly. */
  end(): void {
    this.#open.end();
    this.#options.hub.close();
  }

  #add(to: StreamTarget, name: string | undefined): OpenStream {
    this.#number += 1;
    const number = this.#number;
    const { response, socket, credential } = to;
    const { now } = this.#options.timers;
    const reader = new StreamReader(response, socket, { now, onReset: () => {} });
    const stream = { number, reader, credential, accounts: new Set<string>() };
    this.#streams.set(number, stream);
    this.#open.add(reader);
    response.on("close", () => {
      this.#open.delete(reader);
      this.#streams.delete(number);
      this.#hide(stream, [...stream.accounts]);
      if (name !== undefined) this.#options.hub.post({ type: "close", name });
    });
    return stream;
  }

  /** The stream has the account's events from here on. False when it shows too many already. */
  #show(stream: OpenStream, account: string): boolean {
    if (!stream.accounts.has(account) && stream.accounts.size >= MAX_FOLLOWED) {
      this.#forget(stream.number, [account]);
      return false;
    }
    stream.accounts.add(account);
    const streams = this.#byAccount.get(account);
    if (streams === undefined) this.#byAccount.set(account, new Set([stream]));
    else streams.add(stream);
    return true;
  }

  #hide(stream: OpenStream, accounts: readonly string[]): void {
    for (const account of accounts) {
      stream.accounts.delete(account);
      const streams = this.#byAccount.get(account);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byAccount.delete(account);
    }
    this.#forget(stream.number, accounts);
  }

  #forget(stream: number, accounts: readonly string[]): void {
    if (accounts.length > 0) this.#options.hub.post({ type: "forget", stream, accounts });
  }

  #count(account: string, more: 1 | -1): void {
    const count = (this.#counts.get(account) ?? 0) + more;
    if (count === 0) this.#counts.delete(account);
    else this.#counts.set(account, count);
  }

  #sendAll(account: string, events: readonly StreamEvent[]): void {
    const streams = this.#byAccount.get(account);
    if (streams === undefined) return;
    const batch = batchOfEvents(events.map(sentEvent));
    for (const stream of streams) if (this.#mayRead(stream)) stream.reader.send(batch);
  }

  #send(stream: OpenStream, events: readonly StreamEvent[]): void {
    if (this.#mayRead(stream)) stream.reader.send(batchOfEvents(events.map(sentEvent)));
  }

  /** Ends a stream whose credential is gone, and all of a process that may not be the primary any more. */
  #mayRead({ credential, reader }: OpenStream): boolean {
    if (this.#options.isPrimary() && credential.isValid()) return true;
    reader.end();
    return false;
  }
}

/** A response whose head is sent. */
export type StreamTarget = {
  response: ServerResponse;
  socket: Socket;
  credential: StreamCredential;
};

function sentEvent({ id, name, json, key }: StreamEvent): ServerSentEvent {
  return { id, event: name, json, key: key ?? undefined };
}
