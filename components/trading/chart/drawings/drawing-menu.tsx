"use client";

import { Ellipsis } from "lucide-react";
import { useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  changeChartSettings,
  chartSettings,
} from "#components/trading/chart/series/chart-settings.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { notify } from "#components/ui/notify.ts";
import { saveFile } from "#components/ui/save-file.ts";
import { useStore } from "#components/ui/use-store.ts";
import { type Drawing, MAX_DRAWINGS } from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import { type FileProblem, MAX_FILE_BYTES, readFile, writeFile } from "./drawing-file.ts";
import type { DrawingText } from "./drawing-texts.tsx";

type DrawingMenuProps = { desk: DrawingDesk; className: string };

/** What concerns all drawings of the market. */
export function DrawingMenu({ desk, className }: DrawingMenuProps) {
  const text = useText("drawings");
  const { symbol } = useMarket();
  const { drawings: visible } = useStore(chartSettings);
  const drawings = useStore(desk.board.drawings);
  const picker = useRef<HTMLInputElement>(null);
  const save = () =>
    saveFile(
      new Blob([writeFile(symbol, drawings)], { type: "application/json" }),
      `drawings-${symbol}.json`,
    );
  return (
    <>
      <Menu
        label={text("more")}
        button={<Ellipsis size={15} aria-hidden />}
        buttonClassName={className}
        entries={[
          {
            key: "show",
            label: text("show"),
            checked: visible,
            onSelect: () => changeChartSettings({ drawings: !visible }),
          },
          ...(drawings.length === 0
            ? []
            : [{ key: "export", label: text("exportFile"), startsGroup: true, onSelect: save }]),
          { key: "import", label: text("importFile"), onSelect: () => picker.current?.click() },
          ...(drawings.length === 0
            ? []
            : [
                {
                  key: "delete",
                  label: text("deleteAll"),
                  startsGroup: true,
                  onSelect: () => {
                    desk.choose(undefined);
                    desk.board.remove(...drawings.map(({ id }) => id));
                  },
                },
              ]),
        ]}
      />
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        hidden
        data-drawing-file
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void take(file, { desk, market: symbol, text });
          currentTarget.value = "";
        }}
      />
    </>
  );
}

type Taking = { desk: DrawingDesk; market: string; text: DrawingText };

/** Adds the drawings of a file to those of the chart, as one step, or says why not. */
async function take(file: File, { desk, market, text }: Taking): Promise<void> {
  const written = file.size > MAX_FILE_BYTES ? undefined : await file.text().catch(() => "");
  const read = written === undefined ? { problem: "tooLarge" as const } : readFile(written, market);
  if ("problem" in read) {
    notify({ tone: "bad", text: problemText(read, text) });
    return;
  }
  const added = read.map((drawing: Drawing) => ({ ...drawing, id: crypto.randomUUID() }));
  if (desk.board.drawings.get().length + added.length > MAX_DRAWINGS) {
    notify({ tone: "bad", text: text("full", { count: MAX_DRAWINGS }) });
    return;
  }
  desk.choose(undefined);
  desk.board.put(...added);
  notify({ tone: "good", text: text("imported", { count: added.length }) });
}

function problemText(found: FileProblem, text: DrawingText): string {
  if (found.problem === "otherMarket") return text("otherMarket", { market: found.market });
  return found.problem === "badDrawing"
    ? text("badDrawing", { at: found.at })
    : text(found.problem);
}
