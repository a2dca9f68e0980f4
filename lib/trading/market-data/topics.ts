/** Events for the subscribers of one market, and the current state that a new one gets first. */
import type { MarketTopic, StreamEvent } from "#lib/protocol/market/market-data.ts";

/** One message. It is the same object for every subscriber, so that it can be serialized once. */
export type MarketEvent = {
  topic: MarketTopic;
  event: StreamEvent;
  /** Messages with the same key replace each other for a reader that is behind; `undefined`: none may be dropped. */
  key: string | undefined;
  json: string;
};

export type Deliver = (events: readonly MarketEvent[]) => void;

type Listener = { topics: ReadonlySet<MarketTopic>; deliver: Deliver };

export class TopicBoard {
  #state = new Map<MarketTopic, MarketEvent>();
  #batch: MarketEvent[] = [];
  #listeners = new Set<Listener>();

  /** Adds the new state of a topic to the batch, unless it was announced last. */
  announceState(topic: MarketTopic, json: string): void {
    if (this.#state.get(topic)?.json === json) return;
    const event = { topic, event: eventName(topic), key: topic, json };
    this.#state.set(topic, event);
    this.#batch.push(event);
  }

  /**
   * Adds an occurrence, such as fills or a closed bar: it goes to present subscribers, is never replayed, and never dropped
   * for one that is behind. An uninterrupted stream has all of them; after a reconnect clients read them over REST.
   */
  announceOnce(topic: MarketTopic, json: string): void {
    this.#batch.push({ topic, event: eventName(topic), key: undefined, json });
  }

  /** Delivers what was announced since the last call, in order. @throws the first error of a listener, after all were called */
  flush(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
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

function eventName(topic: MarketTopic): StreamEvent {
  const [name] = topic.split(":", 1);
  return name === "kline" ? "kline" : (topic as Exclude<MarketTopic, `kline:${string}`>);
}
