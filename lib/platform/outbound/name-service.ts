/** All addresses of a name, from the system's name servers and not from the hosts file. */
import { Resolver } from "node:dns/promises";

export type NameService = (host: string, signal: AbortSignal) => Promise<string[]>;

const ANSWER_MS = 2_000;
const TRIES = 2;

/**
 * Not `getaddrinfo`: a name with slow servers would block a thread that file access needs too.
 * @param servers instead of the system's
 */
export function nameService(servers?: readonly string[]): NameService {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    signal.addEventListener("abort", () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
