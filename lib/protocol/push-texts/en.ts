/** The texts of pushes in English. */
import type { PushTexts } from "./push-text.ts";
import trading from "./trading-en.ts";

const texts: PushTexts = {
  tag: "en-GB-u-nu-latn",
  kinds: {
    fomc: "Fed rate decision (FOMC)",
    rate_decision: "Rate decision of a central bank",
    cpi: "Consumer prices (CPI)",
    nfp: "US jobs report (NFP)",
    pce: "Personal consumption prices (PCE)",
    ppi: "Producer prices (PPI)",
    ism: "ISM index",
    gdp: "Economic growth (GDP)",
    central_bank_speech: "Central bank speech",
    regulator_crypto: "Crypto ruling by a regulator",
    round_level: "BTC, ETH or SOL crosses a round price",
    price_move: "A market moves by more than 10% in an hour or 20% in a day",
    approval: "An order is waiting for your approval",
    protection: "Take profit or stop loss: filled, or failed",
    margin: "Margin is running low, liquidation",
    money: "Deposit credited, withdrawal paid or returned",
    fill: "Order filled",
    alert: "A price alert of yours is reached",
  },
  sample: "Sample",
  due: "{kind}: {time}",
  number: "{kind}: {value}",
  forecast: "Forecast {value}",
  previous: "Previous {value}",
  surprise: "Surprise {value}",
  crossed_up: "{asset} rose to {level}",
  crossed_down: "{asset} fell to {level}",
  moved_hour: "{market} {percent} in an hour",
  moved_day: "{market} {percent} in a day",
  price: "Mark price {price} at {time}",
  approve_BUY: "Approve: buy {size} {market}?",
  approve_SELL: "Approve: sell {size} {market}?",
  approveUntil: "Decide by {time}. Nothing is placed until you sign.",
  reached_above: "{asset} reached {price} (was below)",
  reached_below: "{asset} reached {price} (was above)",
  trading,
  testTitle: "Test notification",
  testBody: "This browser receives notifications.",
};

export default texts;
