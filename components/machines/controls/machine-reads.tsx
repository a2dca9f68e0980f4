"use client";

import { useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import type { MachineReads as Reads } from "#lib/protocol/wire/assistant-controls.ts";
import { Fold } from "./fold.tsx";

/** What a program read in the last 30 days, by day. `url` is read when the list is opened. */
export function MachineReads({ url }: { url: string }) {
  const text = useText("assistantControls");
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useResource<Reads>(isOpen ? url : undefined);
  return (
    <Fold summary={text("reads")} onToggle={setOpen}>
      <p className="text-ink-muted">{text("readsHelp")}</p>
      {data === undefined ? (
        <output className="text-ink-muted">{error ?? text("readsLoading")}</output>
      ) : data.days.length === 0 ? (
        <p>{text("readsNone")}</p>
      ) : (
        <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto">
          {data.days.map(({ day, reads }) => (
            <Day key={day} day={day} reads={reads} />
          ))}
        </ul>
      )}
    </Fold>
  );
}

function Day({ day, reads }: Reads["days"][number]) {
  const format = useFormat();
  const text = useText("assistantControls");
  return (
    <li>
      <h4 className="font-semibold">{format.date(Date.parse(day))}</h4>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{text("what")}</th>
            <th scope="col">{text("times")}</th>
            <th scope="col">{text("lastTime")}</th>
          </tr>
        </thead>
        <tbody>
          {reads.map(({ what, count, last_at: at }) => (
            <tr key={what}>
              <td className="pe-3">
                <code dir="ltr" className="break-all">
                  {what}
                </code>
              </td>
              <td className="pe-3 text-end tabular-nums">{format.integer(count)}</td>
              <td className="text-end whitespace-nowrap text-ink-muted">
                <Ago at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  );
}
