/** Names and colours of lines, on labels and in lists. */

import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { ChartLine } from "./lines.ts";
import type { LineTone } from "./price-lines.ts";

export const LINE_TONES: Readonly<Record<LineTone, string>> = {
  buy: "border-up text-up",
  sell: "border-down text-down",
  profit: "border-up text-up",
  loss: "border-down text-down",
  entry: "border-accent text-accent",
  liquidation: "border-warn text-warn",
};

export function lineName(line: ChartLine, { text, format }: Wording): string {
  switch (line.kind) {
    case "order": {
      const { order_type: type, side, status } = line.order;
      // Nothing remains of an order that waits for its entry until that fills.
      const left = status === "WAITING" ? line.order.size : line.order.remaining_size;
      const size = format.grouped(left);
      if (type === "TAKE_PROFIT_MARKET") return text("takeProfitLine", { size });
      if (type === "STOP_LOSS_MARKET") return text("stopLossLine", { size });
      return text(side === "BUY" ? "buyLine" : "sellLine", { size });
    }
    case "write": {
      const order = text(line.side === "BUY" ? "buyLine" : "sellLine", {
        size: format.grouped(line.size),
      });
      return text(line.write.state === "unknown" ? "unknownLine" : "sendingLine", { order });
    }
    case "entry": {
      const size = format.grouped(line.position.size.replace("-", ""));
      return text(line.position.side === "LONG" ? "longLine" : "shortLine", { size });
    }
    case "liquidation":
      return text("liquidationLine");
  }
}
