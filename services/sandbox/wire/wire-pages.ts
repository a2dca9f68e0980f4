/** Pages of the simulated publishers, and the one on which a person causes an event. */
import type { ServerResponse } from "node:http";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import { TRADED } from "#services/sandbox/story/cast.ts";
import { feedPath, PUBLISHERS } from "#services/sandbox/story/publishers.ts";
import type { WireItem } from "#services/sandbox/story/story.ts";
import { ITEMS_PATH } from "./feeds.ts";

const LABEL = '<p class="tag">Simulated news — all of it is invented</p>';
const TITLE = "Simulated news";

export function wirePage(response: ServerResponse, items: readonly WireItem[]): void {
  const feeds = PUBLISHERS.map(
    (publisher) => `<li><a href="${feedPath(publisher)}">${escapeHtml(publisher.name)}</a></li>`,
  );
  const body = `<main><header class="card">${LABEL}<h1>News of the simulated world</h1>
<p><a class="more" href="/story">Cause an event</a></p>
<ul class="chips">${feeds.join("")}</ul></header>
${items.length === 0 ? '<p class="card">Nothing has happened yet.</p>' : items.map(card).join("")}</main>`;
  sendPage(response, 200, { title: TITLE, body });
}

export function articlePage(response: ServerResponse, item: WireItem | undefined): void {
  if (item === undefined) {
    const body = `<main><div class="card">${LABEL}<h1>There is no such article</h1>
<p><a class="more" href="/wire">All news</a></p></div></main>`;
    return sendPage(response, 404, { title: TITLE, body });
  }
  const body = `<main><article class="card">${LABEL}<h1><bdi>${escapeHtml(item.headline)}</bdi></h1>
${factsHtml(item)}<p><bdi>${escapeHtml(item.summary)}</bdi></p></article>
<p><a class="more" href="/wire">All news</a></p></main>`;
  return sendPage(response, 200, { title: `${item.headline} – ${TITLE}`, body });
}

/** @param caused the asset of the event that was caused just now */
export function storyPage(response: ServerResponse, caused: string | null): void {
  const kinds = [...CATALYST_TYPES].sort((one) => (one === "hack" ? -1 : 0));
  const options = (values: readonly string[]) =>
    values.map((value) => `<option>${escapeHtml(value)}</option>`).join("");
  const done =
    caused === null
      ? ""
      : `<p role="status">The price of <bdi>${escapeHtml(caused.slice(0, 12))}</bdi> has moved. The first report comes later.</p>`;
  const body = `<main><div class="card">${LABEL}<h1>Cause an event</h1>${done}
<p>The price moves at once. The first report follows, then a second one.</p>
<form method="post" action="/story/events">
<label>Event <select name="kind">${options(kinds)}</select></label>
<label>Asset <select name="asset">${options(TRADED.map(({ ticker }) => ticker).reverse())}</select></label>
<label>Change of the price in percent <input name="size_percent" type="number" min="0" max="10" step="0.1" value="4"></label>
<label>Seconds until the first report <input name="report_after_seconds" type="number" min="0" max="3600" value="150"></label>
<label>Seconds until the second report <input name="second_after_seconds" type="number" min="0" max="3600" value="300"></label>
<div class="row"><button>Let it happen</button></div></form>
<p><a class="more" href="/wire">All news</a></p></div></main>`;
  sendPage(response, 200, { title: "Cause a simulated event", body });
}

function card(item: WireItem): string {
  return `<article class="card"><h2><a href="${ITEMS_PATH}${item.id}"><bdi>${escapeHtml(item.headline)}</bdi></a></h2>
${factsHtml(item)}<p><bdi>${escapeHtml(item.summary)}</bdi></p></article>`;
}

function factsHtml({ publisher, publishedAt }: WireItem): string {
  const name = PUBLISHERS.find(({ slug }) => slug === publisher)?.name ?? publisher;
  const time = new Date(publishedAt).toISOString();
  return `<dl><dt>By</dt><dd>${escapeHtml(name)}</dd>
<dt>Published</dt><dd><time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></dd></dl>`;
}
