/** Events for the subscribers of one market, and the current state that a new one gets first. */
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import {
  isStreamEvent,
  type MarketTopic,
  type StreamEvent,
} from "#lib/protocol/market/market-data.ts";

/** One message. It is the same object for every subscriber, so that it can be serialized once. */
export type MarketEvent = {
  topic: MarketTopic;
  event: StreamEvent;
  /** Messages with the same key replace each other for a reader that is behind; `undefined`: none may be dropped. */
  key: string | undefined;
  json: string;
  /** Order of an occurrence: higher than that of every earlier one of its topic. */
  order?: number | undefined;
};

export type Deliver = (events: readonly MarketEvent[]) => void;

type Listener = { topics: ReadonlySet<MarketTopic>; deliver: Deliver };

/** How a board is connected to those of other replicas. */
export type BoardRelay = {
  /** True while another replica's events stand in for what is announced here. */
  isMuted: () => boolean;
  publish: (events: readonly MarketEvent[]) => void;
};

export class TopicBoard {
  readonly #relay: BoardRelay | undefined;
  /** The order of the newest occurrence by topic. */
  #newest = new Map<MarketTopic, number>();
  #state = new Map<MarketTopic, MarketEvent>();
  #batch: MarketEvent[] = [];
  #listeners = new Set<Listener>();

  constructor(relay?: BoardRelay) {
    this.#relay = relay;
  }

  /** Adds the new state of a topic to the batch, unless it was announced last. */
  announceState(topic: MarketTopic, json: string): void {
    if (this.#relay?.isMuted() !== true) this.#add(topicEvent(topic, json));
  }

  /**
   * Adds an occurrence, such as fills or a closed bar: it goes to present subscribers, is never replayed, and never dropped
   * for one that is behind. An uninterrupted stream has all of them; after a reconnect clients read them over REST. Between replicas, one
   * whose `order` is not higher than the last was announced before, perhaps by another one.
   */
  announceOnce(topic: MarketTopic, json: string, order: number): void {
    if (this.#relay?.isMuted() !== true) this.#add(topicEvent(topic, json, order));
  }

  /** Delivers the events of another replica, as far as they are new here. @throws as `flush` does */
  accept(events: readonly MarketEvent[]): void {
    this.flush();
    for (const event of events) this.#add(event);
    const batch = this.#batch;
    this.#batch = [];
    this.#deliver(batch);
  }

  /** The order of a topic begins anew. */
  restart(topic: MarketTopic): void {
    this.#newest.delete(topic);
  }

  #add(event: MarketEvent): void {
    const { topic, key, json, order = 0 } = event;
    if (key !== undefined) {
      if (this.#state.get(topic)?.json === json) return;
      this.#state.set(topic, event);
    } else if (this.#relay !== undefined) {
      if (order <= (this.#newest.get(topic) ?? Number.NEGATIVE_INFINITY)) return;
      this.#newest.set(topic, order);
    }
    this.#batch.push(event);
  }

  /** Delivers what was announced since the last call, in order. @throws the first error of a listener, after all were called */
  flush(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#relay?.publish(batch);
    this.#deliver(batch);
  }

  #deliver(batch: readonly MarketEvent[]): void {
    const errors: unknown[] = [];
    for (const { topics, deliver } of this.#listeners) {
      const wanted = batch.filter((event) => topics.has(event.topic));
      try {
        if (wanted.length > 0) deliver(wanted);
      } catch (thrown) {
        errors.push(thrown);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** The current state of each topic that has one. */
  state(topics: Iterable<MarketTopic>): MarketEvent[] {
    return [...topics].flatMap((topic) => this.#state.get(topic) ?? []);
  }

  /** Forgets the state of a topic that is no longer followed. */
  forget(topic: MarketTopic): void {
    this.#state.delete(topic);
  }

  listen(topics: ReadonlySet<MarketTopic>, deliver: Deliver): () => void {
    const listener = { topics, deliver };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A state of a topic, or with an `order` an occurrence. */
export function topicEvent(topic: MarketTopic, json: string, order?: number): MarketEvent {
  const key = order === undefined ? topic : undefined;
  return { topic, event: eventName(topic), key, json, ...(order !== undefined && { order }) };
}

export function isMarketTopic(text: string): text is MarketTopic {
  const [name = "", interval] = text.split(":");
  if (name !== "kline") return interval === undefined && name !== "hb" && isStreamEvent(name);
  return (KLINE_INTERVALS as readonly string[]).includes(interval ?? "");
}

function eventName(topic: MarketTopic): StreamEvent {
  const [name] = topic.split(":", 1);
  return name === "kline" ? "kline" : (topic as Exclude<MarketTopic, `kline:${string}`>);
}
