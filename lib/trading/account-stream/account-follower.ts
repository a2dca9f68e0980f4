/**
 * The accounts that readers of this process follow, over one stream from the venue. When it is lost, it goes on behind the
 * last event of each account.
 */
import "server-only";
import type { Agent } from "node:http";
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { keepAliveAgent, sendHttp } from "#lib/kernel/http/http-client.ts";
import type { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { EventStream, eventJson } from "#lib/kernel/streams/event-stream.ts";
import type { Frame } from "#lib/kernel/streams/frames.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { type AccountEvent, FollowedAccount } from "./followed-account.ts";

const WAIT_MS = { first: 250, longest: 5_000 };
/** The venue sends a heartbeat every 15 s. */
const SILENCE_MS = 40_000;
const MAX_EVENT_CHARACTERS = 64_000;
const CHANGE_TIMEOUT_MS = 5_000;
/** Most accounts of one change. */
const CHANGE_SIZE = 1_000;
/** Readers come in crowds: their accounts go to the venue together. */
const GATHER_MS = 10;
/** The stream stays open for so long after the last reader. */
const LINGER_MS = 30_000;

const Opened = z.object({ stream: z.string() });
const OfAccount = z.looseObject({ account: z.string() });

export type AccountFollowerOptions = {
  addresses: VenueAddresses;
  readerKey: Secret;
  timers: Timers;
  log: Logger;
};

type Change = { follow: { account: string; after?: string }[]; unfollow: { account: string }[] };

export class AccountFollower {
  readonly #options: AccountFollowerOptions;
  readonly #agent: Agent;
  readonly #accounts = new Map<string, FollowedAccount>();
  /** Accounts whose following the venue has to learn of. */
  readonly #changed = new Set<string>();
  /** Those that the open stream has, as far as the venue was told. */
  #sent = new Set<string>();
  #stream: EventStream | undefined;
  /** Where the stream is open, and its name there. */
  #opened: { url: string; name: string } | undefined;
  #url = "";
  #cancelGather: (() => void) | undefined;
  #cancelLinger: (() => void) | undefined;

  constructor(options: AccountFollowerOptions) {
    this.#options = options;
    this.#agent = keepAliveAgent(options.addresses.current);
  }

  /** What a new reader of the account gets first. */
  state(account: string): readonly Frame[] {
    return this.#accounts.get(account)?.state() ?? [];
  }

  /** Calls `deliver` with each change of the account until the result is called. */
  follow(account: string, deliver: (frames: readonly Frame[]) => void): () => void {
    const followed = this.#accounts.get(account) ?? new FollowedAccount(account);
    const stop = followed.subscribe(deliver);
    this.#accounts.set(account, followed);
    this.#queueChange(account);
    this.#cancelLinger?.();
    this.#stream ??= this.#connect();
    return () => {
      stop();
      if (!followed.isRead) this.#queueChange(account);
    };
  }

  stop(): void {
    this.#cancelLinger?.();
    this.#end();
    this.#agent.destroy();
  }

  #endSoon(): void {
    this.#cancelLinger = this.#options.timers.after(LINGER_MS, () => {
      if (this.#accounts.size === 0) this.#end();
    });
  }

  #end(): void {
    this.#cancelGather?.();
    this.#stream?.close();
    this.#stream = undefined;
    this.#opened = undefined;
  }

  #connect(): EventStream {
    const { addresses, readerKey, timers, log } = this.#options;
    return new EventStream({
      name: "venue",
      texts: {
        open: "the venue streams events of accounts",
        lost: "the venue's stream of accounts is lost; pages read them instead",
      },
      url: () => {
        this.#url = addresses.current;
        return `${this.#url}/v1/stream`;
      },
      headers: () => ({ authorization: `Bearer ${readerKey.reveal()}` }),
      waitMs: WAIT_MS,
      silenceMs: SILENCE_MS,
      maxEventCharacters: MAX_EVENT_CHARACTERS,
      timers,
      log,
      onEvent: ({ id = "", event = "", data: text }) => this.#take(id, event, text),
      onLost: () => this.#lose(),
    });
  }

  #lose(): void {
    // A standby refuses streams; the next address may be the primary.
    this.#options.addresses.moveFrom(this.#url);
    this.#opened = undefined;
    for (const followed of this.#accounts.values()) followed.lose();
  }

  /** False for an event of another form than documented. */
  #take(id: string, name: string, text: string): boolean {
    if (name === "hb") return true;
    const data = eventJson(text);
    if (name === "stream") {
      const opened = Opened.safeParse(data);
      if (opened.success) this.#begin(opened.data.stream);
      return opened.success;
    }
    const parsed = OfAccount.safeParse(data);
    if (!parsed.success) return false;
    const event: AccountEvent = { id, name, text, data: parsed.data };
    this.#accounts.get(parsed.data.account)?.take(event);
    return true;
  }

  /** A new stream has no accounts yet. */
  #begin(name: string): void {
    this.#opened = { url: this.#url, name };
    this.#sent = new Set();
    for (const account of this.#accounts.keys()) this.#queueChange(account);
  }

  #queueChange(account: string): void {
    this.#changed.add(account);
    this.#cancelGather ??= this.#options.timers.after(GATHER_MS, () => {
      this.#cancelGather = undefined;
      void this.#sendChanges();
    });
  }

  async #sendChanges(): Promise<void> {
    const names = [...this.#changed];
    this.#changed.clear();
    for (const account of names) {
      if (this.#accounts.get(account)?.isRead === false) this.#accounts.delete(account);
    }
    if (this.#accounts.size === 0) this.#endSoon();
    const opened = this.#opened;
    if (opened === undefined) return;
    for (let start = 0; start < names.length; start += CHANGE_SIZE) {
      const change = this.#changeOf(names.slice(start, start + CHANGE_SIZE));
      if (change.follow.length + change.unfollow.length === 0) continue;
      if (!(await this.#send(opened, change))) return;
    }
  }

  #changeOf(names: readonly string[]): Change {
    const change: Change = { follow: [], unfollow: [] };
    for (const account of names) {
      const followed = this.#accounts.get(account);
      const isSent = this.#sent.has(account);
      if (followed !== undefined && !isSent) {
        const { lastId: after } = followed;
        change.follow.push(after === undefined ? { account } : { account, after });
        this.#sent.add(account);
      } else if (followed === undefined && isSent) {
        change.unfollow.push({ account });
        this.#sent.delete(account);
      }
    }
    return change;
  }

  /** A change that fails leaves the two sides in doubt about what is followed: a new stream begins again. */
  async #send({ url, name }: { url: string; name: string }, change: Change): Promise<boolean> {
    const { readerKey } = this.#options;
    try {
      const { status } = await sendHttp({
        url: `${url}/v1/operator/streams/${name}/accounts`,
        method: "POST",
        headers: {
          authorization: `Bearer ${readerKey.reveal()}`,
          "content-type": "application/json",
        },
        body: Buffer.from(JSON.stringify(change)),
        agent: this.#agent,
        signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
        maxBytes: MAX_EVENT_CHARACTERS,
        peer: "venue",
      });
      if (status === 200) return true;
      this.#restart(name, `a change of the stream was answered with ${status}`);
    } catch (error) {
      this.#restart(name, error instanceof Error ? error.message : String(error));
    }
    return false;
  }

  #restart(name: string, reason: string): void {
    if (this.#opened?.name === name) this.#stream?.restart(reason);
  }
}
