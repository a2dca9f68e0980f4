/** The processes that load the servers: one runs thousands of stream clients, the other reads pages. */
import { type ChildProcess, fork } from "node:child_process";
import { nextMessage, stopChild } from "#scripts/bench/shared/child-process.ts";
import type {
  ClientsCommand,
  ConnectCommand,
  Connected,
  PagesCommand,
  PagesResult,
  Window,
} from "./messages.ts";

export class StreamClients {
  readonly #child = startLoad("clients-process.ts");

  connect(command: Omit<ConnectCommand, "type">): Promise<Connected> {
    return this.#ask<Connected>({ type: "connect", ...command });
  }

  /** Watches all clients for some seconds. */
  measure(seconds: number): Promise<Window> {
    return this.#ask<Window>({ type: "measure", seconds });
  }

  /** Lets some clients stop reading. @returns their number */
  stall(clients: number): Promise<number> {
    return this.#ask<number>({ type: "stall", clients });
  }

  /** Disconnects all clients. @returns their number */
  leave(): Promise<number> {
    return this.#ask<number>({ type: "leave" });
  }

  stop(): Promise<void> {
    return stopChild(this.#child);
  }

  #ask<Answer>(command: ClientsCommand): Promise<Answer> {
    return ask<Answer>(this.#child, command);
  }
}

/** The answers may hold numbers that JSON cannot express. */
function startLoad(script: string): ChildProcess {
  return fork(new URL(`./${script}`, import.meta.url), { serialization: "advanced" });
}

/** Requests pages in its own process. */
export async function readPages(command: PagesCommand): Promise<PagesResult> {
  const child = startLoad("pages-process.ts");
  try {
    return await ask<PagesResult>(child, command);
  } finally {
    await stopChild(child);
  }
}

/** @throws Error when the process ends before it answers. */
function ask<Answer>(child: ChildProcess, command: object): Promise<Answer> {
  const answered = nextMessage<Answer>(child);
  child.send(command);
  return answered;
}
