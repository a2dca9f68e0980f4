/** Files of a partner's ledger: one at a time for a partner in a process, complete or aborted. */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import type { Range } from "#lib/partner/reads/range.ts";
import type { Snapshot } from "#lib/partner/reads/snapshot.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import {
  answerFile,
  fileHeaders,
  fileTime,
  madeAhead,
} from "#lib/platform/downloads/file-answer.ts";
import { type Downloads, downloadsOneAtATime } from "#lib/platform/downloads/one-at-a-time.ts";

const slot = processSlot<Downloads>("partner-downloads");
slot.value ??= downloadsOneAtATime();
const downloads = slot.value;

export type FileOf = {
  actor: OwnerActor;
  request: Request;
  snapshot: Snapshot;
  range: Range;
  /** Its content, such as `earnings`, and its format. */
  kind: string;
  extension: string;
  type: string;
  /** Produces the non-empty parts until the signal is aborted. */
  make: (signal: AbortSignal) => AsyncGenerator<string, void>;
};

/** @throws RATE_LIMITED while another file of this partner is being produced, and what the first part throws */
export async function partnerFile(file: FileOf): Promise<Response> {
  const { request, snapshot } = file;
  const headers = await partnerFileHeaders(file);
  const download = downloads.begin(snapshot.partnerId);
  return answerFile({ download, request, parts: madeAhead(file.make(download.signal)), headers });
}

/** The same for a small file that is produced at once. */
export async function partnerDocument(
  file: Omit<FileOf, "make"> & { make: () => Promise<Uint8Array<ArrayBuffer>> },
): Promise<Response> {
  const headers = await partnerFileHeaders(file);
  const download = downloads.begin(file.snapshot.partnerId);
  try {
    return new Response(await file.make(), { headers });
  } finally {
    download.end();
  }
}

/** The name has partner, content and span; the headers name the snapshot, which reproduces the same file. */
async function partnerFileHeaders({
  actor,
  snapshot,
  range,
  kind,
  extension,
  type,
}: Omit<FileOf, "make" | "request">): Promise<Record<string, string>> {
  const { partner } = await requirePartner(actor);
  const { asOf, standing } = snapshot;
  const from = range.from === undefined ? "start" : fileTime(range.from);
  const to = fileTime(Math.min(range.to, asOf));
  const name = `svc-partner-${partner.code}-${kind}-${from}-${to}.${extension}`;
  return {
    ...fileHeaders({ type, name }),
    "x-as-of": isoTime(asOf),
    "x-ledger-seq": standing.seq.toString(),
  };
}
