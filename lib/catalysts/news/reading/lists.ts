/** Names in the news other than assets. Every form is in lower case. */

/** Spellings by canonical name. */
export const EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  binance: ["binance", "binance us", "بينانس", "باينانس"],
  coinbase: ["coinbase", "كوينبيس", "كوين بيس"],
  kraken: ["kraken", "كراكن"],
  okx: ["okx", "okex"],
  bybit: ["bybit", "بايبت", "باي بت"],
  bitfinex: ["bitfinex"],
  bitstamp: ["bitstamp"],
  kucoin: ["kucoin", "كوكوين"],
  gate: ["gate io", "gateio"],
  htx: ["htx", "huobi"],
  upbit: ["upbit"],
  bithumb: ["bithumb"],
  gemini: ["gemini exchange", "gemini"],
  "crypto.com": ["crypto com", "cryptocom"],
  mexc: ["mexc"],
  bitget: ["bitget"],
  robinhood: ["robinhood"],
  deribit: ["deribit"],
  dydx: ["dydx"],
  ftx: ["ftx"],
  "mt-gox": ["mt gox", "mtgox"],
  poloniex: ["poloniex"],
  phemex: ["phemex"],
  bingx: ["bingx"],
  lbank: ["lbank"],
  woox: ["woo x"],
  bitmart: ["bitmart"],
  bullish: ["bullish exchange"],
  coincheck: ["coincheck"],
  bitflyer: ["bitflyer"],
  bitbank: ["bitbank"],
  zaif: ["zaif"],
  coinone: ["coinone"],
  korbit: ["korbit"],
  wazirx: ["wazirx"],
  coindcx: ["coindcx"],
  btcturk: ["btcturk"],
  nobitex: ["nobitex"],
  garantex: ["garantex"],
  bitso: ["bitso"],
  bitpanda: ["bitpanda"],
  bitvavo: ["bitvavo"],
  etoro: ["etoro"],
  revolut: ["revolut"],
  "e-trade": ["e trade", "etrade"],
  "interactive-brokers": ["interactive brokers"],
  webull: ["webull"],
  sofi: ["sofi"],
  bakkt: ["bakkt"],
  coinex: ["coinex"],
  whitebit: ["whitebit"],
  cme: ["cme", "cme group"],
  nasdaq: ["nasdaq"],
  nyse: ["nyse", "new york stock exchange"],
};

export type ActorKind = "regulator" | "centralbank" | "macro" | "company";

type Actor = { kind: ActorKind; names: readonly string[] };

export const ACTORS: Readonly<Record<string, Actor>> = {
  sec: {
    kind: "regulator",
    names: ["sec", "securities and exchange commission", "هيئة الأوراق المالية", "gensler"],
  },
  cftc: { kind: "regulator", names: ["cftc", "commodity futures trading commission"] },
  doj: {
    kind: "regulator",
    names: ["doj", "department of justice", "justice department", "وزارة العدل", "us prosecutors"],
  },
  treasury: {
    kind: "regulator",
    names: ["us treasury", "treasury department", "ofac", "fincen", "وزارة الخزانة"],
  },
  occ: { kind: "regulator", names: ["occ", "fdic"] },
  congress: {
    kind: "regulator",
    names: [
      "congress",
      "senate",
      "us house",
      "house committee",
      "lawmakers",
      "us lawmakers",
      "senators",
      "parliament",
      "white house",
    ],
  },
  court: {
    kind: "regulator",
    names: ["appeals court", "supreme court", "federal judge", "federal court", "high court"],
  },
  eu: {
    kind: "regulator",
    names: ["european commission", "european parliament", "esma", "mica", "eu regulators", "eu"],
  },
  bafin: { kind: "regulator", names: ["bafin"] },
  fca: { kind: "regulator", names: ["fca", "financial conduct authority"] },
  mas: { kind: "regulator", names: ["mas", "monetary authority of singapore"] },
  sfc: { kind: "regulator", names: ["sfc", "hong kong regulator", "hkma"] },
  fsa: { kind: "regulator", names: ["fsa", "financial services agency", "fsc"] },
  vara: { kind: "regulator", names: ["vara", "dubai regulator"] },
  rbi: { kind: "regulator", names: ["rbi", "reserve bank of india"] },
  fed: {
    kind: "centralbank",
    names: [
      "fed",
      "federal reserve",
      "fomc",
      "powell",
      "us notenbank",
      "us central bank",
      "الفيدرالي",
      "الاحتياطي الفيدرالي",
      "البنك المركزي الأمريكي",
    ],
  },
  ecb: { kind: "centralbank", names: ["ecb", "ezb", "european central bank", "lagarde"] },
  boj: { kind: "centralbank", names: ["boj", "bank of japan"] },
  boe: { kind: "centralbank", names: ["boe", "bank of england"] },
  pboc: { kind: "centralbank", names: ["pboc", "people's bank of china", "peoples bank of china"] },
  snb: { kind: "centralbank", names: ["snb", "swiss national bank"] },
  cpi: {
    kind: "macro",
    names: [
      "cpi",
      "core cpi",
      "consumer prices",
      "consumer price index",
      "inflation",
      "verbraucherpreise",
      "inflationsrate",
      "teuerung",
      "التضخم",
      "أسعار المستهلكين",
    ],
  },
  ppi: {
    kind: "macro",
    names: ["ppi", "producer prices", "producer price index", "erzeugerpreise"],
  },
  pce: { kind: "macro", names: ["pce", "core pce"] },
  nfp: {
    kind: "macro",
    names: [
      "nfp",
      "nonfarm payrolls",
      "non farm payrolls",
      "payrolls",
      "jobs report",
      "unemployment rate",
      "jobless claims",
      "arbeitsmarktdaten",
      "arbeitslosenquote",
      "الوظائف",
    ],
  },
  gdp: { kind: "macro", names: ["gdp", "bruttoinlandsprodukt", "الناتج المحلي"] },
  ism: { kind: "macro", names: ["ism", "ism manufacturing", "pmi"] },
  "retail-sales": { kind: "macro", names: ["retail sales", "einzelhandelsumsätze"] },
  rates: {
    kind: "macro",
    names: [
      "interest rate",
      "interest rates",
      "rate hike",
      "rate cut",
      "rate decision",
      "leitzins",
      "leitzinsen",
      "zinsentscheid",
      "الفائدة",
      "أسعار الفائدة",
    ],
  },
  blackrock: { kind: "company", names: ["blackrock"] },
  fidelity: { kind: "company", names: ["fidelity"] },
  grayscale: { kind: "company", names: ["grayscale"] },
  vaneck: { kind: "company", names: ["vaneck"] },
  visa: { kind: "company", names: ["visa"] },
  mastercard: { kind: "company", names: ["mastercard"] },
  paypal: { kind: "company", names: ["paypal"] },
  stripe: { kind: "company", names: ["stripe"] },
  jpmorgan: { kind: "company", names: ["jpmorgan", "jp morgan", "j p morgan"] },
  goldman: { kind: "company", names: ["goldman sachs"] },
  tesla: { kind: "company", names: ["tesla"] },
  strategy: { kind: "company", names: ["microstrategy"] },
  google: { kind: "company", names: ["google", "google cloud", "alphabet"] },
  microsoft: { kind: "company", names: ["microsoft"] },
  amazon: { kind: "company", names: ["amazon", "aws"] },
  samsung: { kind: "company", names: ["samsung"] },
  sony: { kind: "company", names: ["sony"] },
  swift: { kind: "company", names: ["swift network", "swift"] },
  "deutsche-bank": { kind: "company", names: ["deutsche bank"] },
  circle: { kind: "company", names: ["circle"] },
  ripple: { kind: "company", names: ["ripple"] },
  tether: { kind: "company", names: ["tether"] },
  lazarus: { kind: "company", names: ["lazarus group", "lazarus"] },
};

/** Words beside which capitals are a ticker and a common word is a name. */
export const MARKET_WORDS: ReadonlySet<string> = new Set(
  (
    "price prices token tokens coin coins crypto cryptocurrency cryptocurrencies blockchain network protocol chain mainnet ecosystem " +
    "defi dao staking stakers validators validator wallet wallets pool pools ledger foundation labs trading traders spot futures perpetual perpetuals perp etf etfs " +
    "list lists listing listed delist delists pair pairs falls fall drops drop slides jumps jump surges surge rallies rally gains rises rise plunges " +
    "tumbles dips climbs soars holders whales whale supply unlock unlocks vesting airdrop bridge stablecoin stablecoins altcoin altcoins market markets " +
    "locked unlocked vested staked emission hack hacked exploit exploited security securities commodity products support supports options fund funds usd usdt usdc btc eth deposits withdrawals native " +
    "kurs preis münze netzwerk handel listet listing token steigt fällt " +
    "سعر عملة عملات رمز شبكة تداول إدراج"
  ).split(" "),
);

/** Words that follow the name of an exchange or actor that no list has. */
export const NAME_ENDINGS: Readonly<Record<string, "exchange" | "actor">> = {
  exchange: "exchange",
  börse: "exchange",
  protocol: "actor",
  bridge: "actor",
  labs: "actor",
  foundation: "actor",
  bank: "actor",
  finance: "actor",
  dao: "actor",
  capital: "actor",
  ventures: "actor",
  group: "actor",
  inc: "actor",
  corp: "actor",
  ag: "actor",
  gmbh: "actor",
  pay: "actor",
  wallet: "actor",
  swap: "actor",
  network: "actor",
};

/** Capitalised words that start sentences or describe, and are not part of a name. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  (
    "the a an in on at of to for from by with and or as is are was were be has have had will would could may might after before amid new old first last " +
    "breaking update exclusive alert report reports just crypto digital decentralized decentralised centralized major top big largest leading popular " +
    "us uk eu south north korean japanese german french chinese american european global national investment commercial central " +
    "der die das ein eine und mit von im am bei nach vor neue große größte deutsche japanische us-"
  ).split(" "),
);
