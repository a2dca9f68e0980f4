/** What news and the calendar are read from: documents at addresses that the operator configured. */

export type Source = {
  name: string;
  /** It may contain a token: it is neither stored nor logged. */
  url: string;
  /** The host name without `www.`; for a simulated source its name, because they all share one host. */
  publisher: string;
  /** Set only for a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
};

/** The publisher at a source's address, and whether it belongs to the simulated world. */
export function findOrigin(
  { name, url }: Pick<Source, "name" | "url">,
  simulated: string | undefined,
): Pick<Source, "publisher" | "simulatedOrigin"> {
  const { origin, hostname } = new URL(url);
  return origin === simulated
    ? { publisher: name, simulatedOrigin: origin }
    : { publisher: hostname.replace(/^www\./, ""), simulatedOrigin: undefined };
}
