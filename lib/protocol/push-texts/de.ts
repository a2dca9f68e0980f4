/** The texts of pushes in German. */
import type { PushTexts } from "./push-text.ts";
import trading from "./trading-de.ts";

const texts: PushTexts = {
  tag: "de-DE-u-nu-latn",
  kinds: {
    fomc: "Fed-Zinsentscheid (FOMC)",
    rate_decision: "Zinsentscheid einer Zentralbank",
    cpi: "Verbraucherpreise (CPI)",
    nfp: "US-Arbeitsmarktbericht (NFP)",
    pce: "Konsumausgabenpreise (PCE)",
    ppi: "Erzeugerpreise (PPI)",
    ism: "ISM-Index",
    gdp: "Wirtschaftswachstum (BIP)",
    central_bank_speech: "Zentralbankrede",
    regulator_crypto: "Krypto-Entscheidung einer Behörde",
    round_level: "BTC, ETH oder SOL erreicht einen runden Kurs",
    price_move: "Ein Markt bewegt sich um mehr als 10 % in einer Stunde oder 20 % an einem Tag",
    approval: "Eine Order wartet auf Freigabe",
    protection: "Take-Profit oder Stop-Loss: ausgeführt oder gescheitert",
    margin: "Margin wird knapp, Liquidation",
    money: "Einzahlung gutgeschrieben, Auszahlung bezahlt oder zurückgegeben",
    fill: "Order ausgeführt",
    alert: "Ein eigener Preisalarm wird erreicht",
  },
  sample: "Beispiel",
  due: "{kind}: {time}",
  number: "{kind}: {value}",
  forecast: "Prognose {value}",
  previous: "Vorher {value}",
  surprise: "Abweichung {value}",
  crossed_up: "{asset} ist auf {level} gestiegen",
  crossed_down: "{asset} ist auf {level} gefallen",
  moved_hour: "{market} {percent} in einer Stunde",
  moved_day: "{market} {percent} an einem Tag",
  price: "Markpreis {price} um {time}",
  approve_BUY: "Freigeben: {size} {market} kaufen?",
  approve_SELL: "Freigeben: {size} {market} verkaufen?",
  approveUntil: "Frist bis {time}. Ohne Signatur wird nichts platziert.",
  reached_above: "{asset} hat {price} erreicht (vorher darunter)",
  reached_below: "{asset} hat {price} erreicht (vorher darüber)",
  trading,
  testTitle: "Testbenachrichtigung",
  testBody: "Dieser Browser empfängt Benachrichtigungen.",
};

export default texts;
