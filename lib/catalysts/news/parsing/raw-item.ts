/** An item as its document has it, before it is checked or cleaned. */

/** `rss`, `atom`, `rdf`, `json`: feeds. The others are JSON lists of particular services. */
export type FeedKind = "rss" | "atom" | "rdf" | "json" | ServiceKind;
export type ServiceKind = "okx" | "bybit" | "cryptopanic" | "gdelt";

export type RawItem = {
  url: string | undefined;
  /** Each `xml:base` around the address, from the outside in. */
  bases?: readonly (string | undefined)[];
  title: string | undefined;
  summary: string | undefined;
  /** A date in any form, or Unix milliseconds. */
  date: string | number | undefined;
};

export type RawDocument = { kind: FeedKind; items: RawItem[] };
