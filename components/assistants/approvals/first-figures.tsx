import { useText } from "#components/i18n/i18n-provider.tsx";
import type { PreviewRow } from "#components/trading/ticket/preview-text.ts";
import { Fact } from "./facts.tsx";

const FEES: ReadonlySet<string> = new Set(["feeNow", "feeResting", "feeAtTrigger"]);
const FIRST: ReadonlySet<string> = new Set([
  "orderValue",
  "marginRequired",
  "marginFreed",
  "positionAfter",
  "liquidation",
  ...FEES,
]);

/** Whether the row is shown by `FirstFigures`, and so not again. */
export function isFirstFigure(name: string): boolean {
  return FIRST.has(name);
}

type FirstFiguresProps = {
  rows: readonly PreviewRow[];
  /** Undefined while the account is not read. */
  positionNow: string | undefined;
};

/** Cost, fee, position before and after, and the price of liquidation: each once. */
export function FirstFigures({ rows, positionNow }: FirstFiguresProps) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const row = (name: string) => rows.find((one) => one.name === name);
  const [value, after, liquidation] = ["orderValue", "positionAfter", "liquidation"].map(row);
  const required = row("marginRequired");
  const margin = required ?? row("marginFreed");
  return (
    <>
      {value === undefined ? null : (
        <Fact
          row="cost"
          name={text("cost")}
          value={
            <>
              <span className="font-semibold">{value.value}</span>
              {margin === undefined ? null : (
                <span className="block text-xs text-ink-muted">
                  {text(required === undefined ? "costFrees" : "costMargin", {
                    amount: margin.value,
                  })}
                </span>
              )}
            </>
          }
        />
      )}
      {rows
        .filter(({ name }) => FEES.has(name))
        .map(({ name, label, value: fee }) => (
          <Fact key={name} row={name} name={label} value={fee} />
        ))}
      {positionNow === undefined ? null : (
        <Fact
          row="position"
          name={after?.label ?? text("positionBefore")}
          value={
            after === undefined
              ? positionNow
              : ticket("fromTo", { before: positionNow, after: after.value })
          }
        />
      )}
      {liquidation === undefined ? null : (
        <Fact row="liquidation" name={liquidation.label} value={liquidation.value} />
      )}
    </>
  );
}
