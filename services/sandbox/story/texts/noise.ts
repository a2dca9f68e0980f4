/** News without an event: opinion, technology, people, and things that only sound like an asset. */

/** About an asset, and no event of the six types. Every fourth one is kept from development seeds. */
export const CHATTER: readonly string[] = [
  "Analyst: {asset} could double by the end of next year",
  "What is {asset}? A guide for beginners",
  "Developers of {asset} discuss the next upgrade",
  "{asset} conference draws record crowd",
  "Five things to know about {asset} staking",
  "Opinion: why {asset} fees still matter",
  "{asset} developers publish roadmap for the second half",
  "{ticker} whales quiet as weekend nears, data firm says",
  "Podcast: the people who build {asset}",
  "{asset} community votes on new logo",
  "How {asset} validators earn their rewards",
  "Survey: one in five students has heard of {asset}",
  "{asset} wallet gets dark mode",
  "Chart of the week: {ticker} trading range narrows",
  "Veteran trader explains how he thinks about {asset}",
  "{asset} core developer moves to the countryside",
  "The week ahead in crypto: {ticker} in focus",
  "{asset} documentation is now available in Portuguese",
];

/** Of words that are also names of assets. */
export const HOMONYMS: readonly string[] = [
  "Solana Beach council approves new bike lanes",
  "Storm closes Solana Beach pier for the weekend",
  "Festival del sol opens in Madrid with ten thousand visitors",
  "Missing link found between two ancient species, museum says",
  "Sol de Oro listed among the best restaurants of Lima",
  "Avalanche buries road in the Alps, nobody hurt",
  "Avalanche warning raised to four in Tyrol",
  "Cardano's birthplace opens a museum of mathematics",
  "Doge's Palace in Venice reopens after restoration",
  "Ripple effects of the drought reach the bakeries",
  "Chainlink fence company recalls garden gates",
  "Golden Sol beer wins a prize at the fair",
  "Train near Polkadot Street derails, service suspended",
  "Stellar performance lifts the home team to the final",
  "Hack your holiday: ten tips for packing light",
  "Bank unlocks its new headquarters for an open day",
];

/** After a move: the price is all that they tell. */
export const FALL_RECAPS: readonly string[] = [
  "{asset} falls {move} in volatile trading",
  "{ticker} drops {move} within the hour",
  "{asset} price slides {move}, traders look for support",
  "{ticker} sinks below recent range, down {move}",
  "{asset} sheds {move} as sellers take over",
  "{ticker} tumbles {move}: what traders are watching",
  "Market update: {asset} loses {move}",
  "{asset} under pressure, now {move} lower on the day",
];
export const RISE_RECAPS: readonly string[] = [
  "{asset} rises {move} in lively trading",
  "{ticker} jumps {move} within the hour",
  "{asset} price climbs {move}, bulls eye resistance",
  "{ticker} breaks out of its range, up {move}",
  "{asset} gains {move} as buyers take over",
  "{ticker} rallies {move}: what traders are watching",
  "Market update: {asset} adds {move}",
  "{asset} extends gains, now {move} higher on the day",
];
