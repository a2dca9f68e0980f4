/** The page of the sample calendar: what is due, and a form that adds a release. */

import type { ServerResponse } from "node:http";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { CALENDAR_KINDS } from "#lib/protocol/market-knowledge.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import { publishedActual, type SampleItem } from "./sample-item.ts";

const PAST_MS = 2 * HOUR_MS;
const MOST = 40;
const LABEL = '<p class="tag">Sample calendar — all of it is invented</p>';

/** @param items the earliest first */
export function calendarPage(
  response: ServerResponse,
  items: readonly SampleItem[],
  now: number,
): void {
  const options = ["cpi", ...CALENDAR_KINDS.filter((kind) => kind !== "cpi")].map(
    (kind) => `<option>${kind}</option>`,
  );
  const near = items.filter(({ at }) => at > now - PAST_MS).slice(0, MOST);
  const body = `<main><div class="card">${LABEL}<h1>Releases of the simulated world</h1>
<form method="post" action="/calendar/items">
<label>Kind <select name="kind">${options.join("")}</select></label>
<label>Title <input name="title" maxlength="150" value="CPI y/y"></label>
<label>Seconds until it is due <input name="in_seconds" type="number" min="0" max="2592000" value="60"></label>
<label>Unit <input name="unit" maxlength="20" value="%"></label>
<label>Expected <input name="forecast" value="3.1"></label>
<label>Previous <input name="previous" value="3.0"></label>
<label>Number that comes <input name="actual" value="3.4"></label>
<div class="row"><button>Put it into the calendar</button></div></form></div>
${near.map((item) => card(item, now)).join("")}</main>`;
  sendPage(response, 200, { title: "Sample calendar", body });
}

function card(item: SampleItem, now: number): string {
  const { title, at, isDay, unit, forecast, isCancelled } = item;
  const time = new Date(at).toISOString();
  const shown = isDay ? time.slice(0, 10) : `${time.slice(0, 16).replace("T", " ")} UTC`;
  const number = (value: string | null) =>
    value === null ? "–" : escapeHtml(`${value} ${unit ?? ""}`.trim());
  return `<article class="card"><h2><bdi>${escapeHtml(title)}</bdi></h2>
<dl><dt>Due</dt><dd><time datetime="${time}">${shown}</time>${isCancelled ? " (cancelled)" : ""}</dd>
<dt>Expected</dt><dd>${number(forecast)}</dd><dt>Number</dt><dd>${number(publishedActual(item, now))}</dd></dl></article>`;
}
