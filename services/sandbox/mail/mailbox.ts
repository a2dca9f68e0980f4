/** The mail that the sandbox received, newest first, kept in a folder so that it outlives a restart. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "#lib/kernel/time/clock.ts";

/** The oldest messages go when one of these is passed. */
const MAX_MESSAGES = 500;
const MAX_BYTES = 16_000_000;

const schema = z.object({
  id: z.string().regex(/^msg_\d{15}$/),
  /** One address: a message to several people is kept once for each of them. */
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** Unix milliseconds. */
  receivedAt: z.number().int(),
});

export type Message = z.output<typeof schema>;
export type NewMessage = Omit<Message, "id" | "receivedAt">;

export type MailboxOptions = { folder: string; clock: Clock };

export class Mailbox {
  readonly #options: MailboxOptions;
  /** Oldest first. */
  #stored: { message: Message; bytes: number }[] = [];
  #bytes = 0;

  constructor(options: MailboxOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(options.folder).sort()) this.#load(name);
    this.#makeRoom();
  }

  /** Keeps a message: it is on disk when this returns. */
  add(received: NewMessage): Message {
    const receivedAt = this.#options.clock.now();
    const message = { id: this.#nextId(receivedAt), ...received, receivedAt };
    const text = JSON.stringify(message);
    const path = this.#pathOf(message.id);
    // It may contain a sign-in link.
    writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
    this.#keep(message, Buffer.byteLength(text));
    this.#makeRoom();
    return message;
  }

  /** Newest first; with an address only what was sent there, whatever its capitals. */
  list(to?: string): Message[] {
    const wanted = to?.trim().toLowerCase();
    const all = this.#stored.map(({ message }) => message).reverse();
    return wanted ? all.filter((message) => message.to.toLowerCase() === wanted) : all;
  }

  find(id: string): Message | undefined {
    return this.#stored.find(({ message }) => message.id === id)?.message;
  }

  /** Sorts like the order of arrival, also when two come in one millisecond or the clock steps back. */
  #nextId(now: number): string {
    const last = Number(this.#stored.at(-1)?.message.id.slice("msg_".length) ?? 0);
    return `msg_${String(Math.max(now, last + 1)).padStart(15, "0")}`;
  }

  #keep(message: Message, bytes: number): void {
    this.#stored.push({ message, bytes });
    this.#bytes += bytes;
  }

  #makeRoom(): void {
    while (this.#stored.length > MAX_MESSAGES || this.#bytes > MAX_BYTES) {
      const oldest = this.#stored.shift();
      if (!oldest) return;
      this.#bytes -= oldest.bytes;
      rmSync(this.#pathOf(oldest.message.id), { force: true });
    }
  }

  /** Removes a file that is not a message: a kill while writing can leave one. */
  #load(name: string): void {
    const path = join(this.#options.folder, name);
    try {
      const message = schema.parse(JSON.parse(readFileSync(path, "utf8")));
      if (name !== `${message.id}.json`) throw new Error("not its own name");
      this.#keep(message, statSync(path).size);
    } catch {
      rmSync(path, { force: true });
    }
  }

  #pathOf(id: string): string {
    return join(this.#options.folder, `${id}.json`);
  }
}
