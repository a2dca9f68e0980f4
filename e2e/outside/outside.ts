/** What a client of somebody else is given, and how its run is told. */
import type { Person } from "./person.ts";

/** One run of one client against the running service. */
export type Outside = {
  /** The service's own address, which is the issuer of its tokens. */
  app: string;
  /** The assistant endpoint, which is the protected resource. */
  endpoint: string;
  /** A folder of this run's own, for what the client stores. */
  folder: string;
  /** Somebody new, signed in. */
  person: () => Promise<Person>;
  /** Kept in a file, and shown only when the run fails. */
  log: (text: string) => void;
};

export type OutsideClient = {
  name: string;
  /** @returns a few words for the line of the run @throws when the client does not get what it should */
  run: (outside: Outside) => Promise<string>;
};

/** Why a client can not run on this machine. */
export class SkippedClient extends Error {}

/** Where the clients that are programs are installed, apart from the product: `npm test` does that. */
export const PROGRAMS = new URL("./programs/node_modules/", import.meta.url);

/** A Python that somebody has put first on the path need not have Debian's packages. */
export const PYTHONS = ["python3", "/usr/bin/python3"];
