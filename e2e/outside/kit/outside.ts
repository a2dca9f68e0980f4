/** The input of a third-party client, and the report of its run. */
import type { Person } from "#scripts/dev/clients/person.ts";

/** One run of one client against the running service. */
export type Outside = {
  /** The service's own address, which is the issuer of its tokens. */
  app: string;
  /** The venue, which programs call directly. */
  venue: string;
  /** The assistant endpoint, which is the protected resource. */
  endpoint: string;
  /** The address of the sandbox. */
  sandbox: string;
  /** A folder of this run only, for what the client stores. */
  folder: string;
  /** A new person, signed in. */
  person: () => Promise<Person>;
  /** Kept in a file, and shown only when the run fails. */
  log: (text: string) => void;
};

export type OutsideClient = {
  name: string;
  /** @returns a few words for the line of the run @throws when the client does not get what it should */
  run: (outside: Outside) => Promise<string>;
};

/** The reason why a client cannot run on this machine. */
export class SkippedClient extends Error {}

/**
 * The folder in which the clients that are programs are installed, apart from the product: the deep set of tests
 * installs them.
 */
export const PROGRAMS = new URL("../programs/node_modules/", import.meta.url);
