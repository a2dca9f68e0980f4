/** The sources of news: those that the operator configured, and what the service measures itself. */
import type { Config } from "#lib/platform/config.ts";
import type { NewsConfig } from "#lib/platform/news-config.ts";

export type NewsSource = {
  name: string;
  /** From 0 to 1: how far it is believed. */
  authority: number;
  /** Of a feed. It may contain a token: it is neither stored nor logged. Of what is measured, the service's own origin. */
  url: string;
  /** Host name without `www.`; of a simulated source its name, because all of them have one host. */
  publisher: string;
  /** Of a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
};

/** An aggregator repeats what it finds. */
const CRYPTOPANIC = {
  name: "cryptopanic",
  authority: 0.4,
  url: "https://cryptopanic.com/api/developer/v2/posts/",
};

/** Names of the sources that the service measures. */
export const MEASURED = { venue: "venue", chain: "chain" } as const;

type SourceConfig = Pick<Config, "news" | "baseUrl" | "sandboxUrl" | "chain">;

/** @throws Error when the operator's source has a name that is taken */
export function sourcesOf(config: SourceConfig): NewsSource[] {
  const { news, baseUrl: url, sandboxUrl, chain } = config;
  const taken = news.feeds.find(({ name }) => Object.hasOwn(MEASURED, name));
  if (taken !== undefined) {
    throw new Error(`NEWS_FEEDS: the name ${taken.name} belongs to what the service measures`);
  }
  const measured = (name: string, publisher: string, isSimulated: boolean): NewsSource => ({
    name,
    authority: 1,
    url,
    publisher: isSimulated ? name : publisher,
    simulatedOrigin: isSimulated ? (sandboxUrl ?? url) : undefined,
  });
  const sources = feedsOf(news);
  sources.push(measured(MEASURED.venue, new URL(url).hostname, sandboxUrl !== undefined));
  if (chain !== undefined && (news.watched.length > 0 || chain.vault !== undefined)) {
    const isSimulated = chain.network === "simulated";
    sources.push(measured(MEASURED.chain, "explorer.solana.com", isSimulated));
  }
  return sources;
}

function feedsOf(config: NewsConfig): NewsSource[] {
  const { feeds, simulatedOrigin, cryptoPanicToken: token } = config;
  const all = [...feeds];
  if (token !== undefined) {
    if (feeds.some(({ name }) => name === CRYPTOPANIC.name)) {
      throw new Error("NEWS_FEEDS: the name cryptopanic belongs to CRYPTOPANIC_TOKEN");
    }
    const url = new URL(CRYPTOPANIC.url);
    url.searchParams.set("auth_token", token.reveal());
    url.searchParams.set("public", "true");
    all.push({ ...CRYPTOPANIC, url: url.href });
  }
  return all.map((feed) => ({ ...feed, ...originOf(feed, simulatedOrigin) }));
}

/** Who publishes at the address of a source, and whether it is of the simulated world. */
export function originOf(
  { name, url }: Pick<NewsSource, "name" | "url">,
  simulated: string | undefined,
): Pick<NewsSource, "publisher" | "simulatedOrigin"> {
  const { origin, hostname } = new URL(url);
  return origin === simulated
    ? { publisher: name, simulatedOrigin: origin }
    : { publisher: hostname.replace(/^www\./, ""), simulatedOrigin: undefined };
}
