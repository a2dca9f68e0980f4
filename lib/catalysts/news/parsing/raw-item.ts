/** An item as a document has it, before anything in it is believed or cleaned. */

/** `rss`, `atom`, `rdf`, `json`: feeds. The others are lists of services in JSON. */
export type FeedKind = "rss" | "atom" | "rdf" | "json" | ServiceKind;
export type ServiceKind = "okx" | "bybit" | "cryptopanic" | "gdelt";

export type RawItem = {
  url: string | undefined;
  title: string | undefined;
  summary: string | undefined;
  /** A date of any form, or Unix milliseconds. */
  date: string | number | undefined;
};

export type RawDocument = { kind: FeedKind; items: RawItem[] };
