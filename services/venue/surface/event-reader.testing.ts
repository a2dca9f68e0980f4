/** A reader of a stream, for tests: it waits for events instead of for time. */
import http from "node:http";
import { createParser } from "eventsource-parser";

export type ReadEvent = { id: string; name: string; data: Record<string, unknown> };

export class EventReader {
  readonly events: ReadEvent[] = [];
  readonly #request: http.ClientRequest;
  readonly #waiting: { isMet: () => boolean; resolve: () => void }[] = [];
  readonly opened: Promise<{ status: number; body: () => Promise<Record<string, unknown>> }>;
  readonly ended: Promise<void>;

  constructor(url: string, headers: Record<string, string>) {
    const opened = Promise.withResolvers<Awaited<EventReader["opened"]>>();
    const ended = Promise.withResolvers<void>();
    this.opened = opened.promise;
    this.ended = ended.promise;
    this.#request = http.get(url, { headers, agent: false });
    this.#request.on("error", (error) => {
      opened.reject(error);
      ended.resolve();
    });
    this.#request.on("response", (response) => {
      response.setEncoding("utf8");
      let text = "";
      const parser = createParser({
        onEvent: ({ id = "", event = "", data }) => {
          this.events.push({ id, name: event, data: JSON.parse(data) as ReadEvent["data"] });
          this.#look();
        },
      });
      const isStream = response.statusCode === 200;
      response.on("data", (part: string) => {
        text += part;
        if (isStream) parser.feed(part);
      });
      response.on("error", () => {});
      response.on("close", () => ended.resolve());
      const body = async () => {
        await ended.promise;
        return JSON.parse(text) as Record<string, unknown>;
      };
      opened.resolve({ status: response.statusCode ?? 0, body });
    });
  }

  /** The first event from place `from` on that fits, when it has come. */
  async next(name: string, fits: (data: ReadEvent["data"]) => boolean = () => true, from = 0) {
    const find = () =>
      this.events.slice(from).find((event) => event.name === name && fits(event.data));
    await this.until(() => find() !== undefined);
    return find() as ReadEvent;
  }

  until(isMet: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ isMet, resolve });
    this.#look();
    return promise;
  }

  close(): void {
    this.#request.destroy();
  }

  #look(): void {
    const met = this.#waiting.filter(({ isMet }) => isMet());
    for (const one of met) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.resolve();
    }
  }
}
