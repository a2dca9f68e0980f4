/** Connections that stay open for the next request of the same owner to the same addresses. */
import http from "node:http";
import https from "node:https";

type Limits = {
  /** An idle connection is closed after this time, or earlier if its server says so. */
  idleMs: number;
  mostIdle: number;
};

/** As a request's `connection`: which connections it may use. */
export type ReusableFor = { reusableFor: string };

export class ReusableConnections {
  readonly #limits: Limits;
  readonly #agents: { "http:": http.Agent; "https:": https.Agent };

  constructor(limits: Limits = { idleMs: 4_000, mostIdle: 256 }) {
    this.#limits = limits;
    const options = { keepAlive: true, timeout: limits.idleMs, scheduling: "lifo" } as const;
    this.#agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
    for (const agent of Object.values(this.#agents)) this.#keyByOwner(agent);
  }

  agentOf({ protocol }: URL): http.Agent {
    return this.#agents[protocol === "http:" ? "http:" : "https:"];
  }

  /** Closes all, also those in use. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** A connection is found by its origin, as always, and by whom and for which addresses it was opened. */
  #keyByOwner(agent: http.Agent): void {
    const nameOf = agent.getName.bind(agent);
    agent.getName = (options) => `${nameOf(options)}:${(options as ReusableFor).reusableFor}`;
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => this.#idle() < this.#limits.mostIdle && keep(socket);
  }

  #idle(): number {
    const all = Object.values(this.#agents).flatMap((agent) => Object.values(agent.freeSockets));
    return all.reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
  }
}

/** `addresses`: those that were checked for this request. A connection to one of other addresses is not used. */
export function reusableFor(owner: string, addresses: readonly string[]): ReusableFor {
  return { reusableFor: [owner, ...addresses.toSorted()].join(" ") };
}
