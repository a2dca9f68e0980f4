/**
 * The sources of news: those that the operator configured, and what the service measures itself.
 */
import { findOrigin, type Source } from "#lib/catalysts/sources/source.ts";
import type { Config } from "#lib/platform/config/config.ts";
import type { NewsConfig } from "#lib/platform/config/news-config.ts";

/** The address of a measurement is the service's own origin. */
export type NewsSource = Source & {
  /** Trust in the source, from 0 to 1. */
  authority: number;
};

/** An aggregator repeats what it finds, so its authority is low. */
const CRYPTOPANIC = {
  name: "cryptopanic",
  authority: 0.4,
  url: "https://cryptopanic.com/api/developer/v2/posts/",
};

/** Names of the sources that the service measures itself. */
export const MEASURED = { venue: "venue", chain: "chain" } as const;

type SourceConfig = Pick<Config, "news" | "baseUrl" | "sandboxUrl" | "chain">;

/** @throws Error when the operator uses a reserved name for a source */
export function configuredSources(config: SourceConfig): NewsSource[] {
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
  return all.map((feed) => ({ ...feed, ...findOrigin(feed, simulatedOrigin) }));
}
