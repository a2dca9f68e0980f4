/** Decodes the bytes of a feed by the encoding that they show, before the one that was declared. */

const HEAD_BYTES = 1_024;

/** Invalid bytes become U+FFFD; an unknown encoding is read as UTF-8. */
export function decodeBytes(bytes: Uint8Array, contentType: string | undefined): string {
  const label = markedBy(bytes) ?? declared(bytes, contentType) ?? "utf-8";
  return decoderOf(label).decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Detects a byte order mark, or the zero bytes of an angle bracket in UTF-16. */
function markedBy([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  return undefined;
}

function declared(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const label =
    /;\s*charset="?([\w-]+)/i.exec(contentType ?? "")?.[1] ??
    /^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/i.exec(head)?.[1];
  // The bytes showed no UTF-16, so a declaration of it is wrong.
  return label === undefined || /^(?:utf-?16|ucs-?2|utf-?32)/i.test(label) ? undefined : label;
}
